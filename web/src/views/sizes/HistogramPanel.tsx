import './HistogramPanel.css';
import { useId, useMemo, useState } from 'preact/hooks';
import { Chart } from '../../charts/Chart';
import { ScrollTable } from '../../controls/ScrollTable';
import type { LoadedData } from '../../store/loading';
import { limitsAsNumbers } from '../../store/requests';
import type { Store } from '../../store/store';
import { jointChart, jointMap } from './jointChart';
import { marginalBars, marginalChart } from './marginalChart';
import { PaddingBars } from './PaddingBars';
import { histogramText as text } from './words';

const headings = [text.component, text.total, text.smallest, text.mean, text.largest, text.padding].map((name, c) => ({
  name,
  names: c === 0,
}));

function SizesTable({ loaded: { histogram, stats } }: { loaded: LoadedData }) {
  return (
    <details>
      <summary>{text.table}</summary>
      <ScrollTable caption={text.tableCaption} headings={headings}>
        {histogram.components.map((component, c) => (
          <tr key={component}>
            <th scope="row">{component}</th>
            <td>{text.whole(stats.totals[c] ?? 0)}</td>
            <td>{text.whole(stats.smallest[c] ?? 0)}</td>
            <td>{text.decimal((stats.totals[c] ?? 0) / stats.items)}</td>
            <td>{text.whole(stats.largest[c] ?? 0)}</td>
            <td>{text.percent(stats.padding[c] ?? 0)}</td>
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}

interface Shown {
  loaded: LoadedData;
  limits: number[];
  logarithmic: boolean;
}

function Joint({ loaded: { histogram, stats, title: data }, limits, logarithmic }: Shown) {
  const map = useMemo(() => jointMap(histogram, logarithmic), [histogram, logarithmic]);
  const picture = useMemo(
    () => jointChart({ data, histogram, stats, map, limits, logarithmic }),
    [data, stats, map, limits.join(), logarithmic],
  );
  return <Chart {...picture} size="high" />;
}

function Marginal({ loaded, limits, logarithmic, component }: Shown & { component: number }) {
  const { histogram, stats, title: data } = loaded;
  const limit = limits[component] ?? 1;
  const bars = useMemo(() => marginalBars(histogram, component), [histogram, component]);
  const picture = useMemo(
    () => marginalChart({ data, histogram, stats, component, bars, limit, logarithmic }),
    [data, stats, bars, limit, logarithmic],
  );
  return <Chart {...picture} />;
}

/** The distribution of sizes, with the limits. */
export function HistogramPanel({ store }: { store: Store }) {
  const heading = useId();
  const help = useId();
  const [logarithmic, setLogarithmic] = useState(true);
  const loaded = store.loaded.value.value;
  const packed = store.packed.value.value;
  if (!loaded) return <p class="histogram-panel-empty">{text.empty}</p>;

  const { histogram, stats } = loaded;
  const limits = limitsAsNumbers(store.state.value.limits, stats);
  const shown = { loaded, limits, logarithmic };
  return (
    <section class="histogram-panel" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text.heading}</h2>
        <p>{text.summary(stats.items, stats.bins)}</p>
        <label>
          <input
            type="checkbox"
            checked={logarithmic}
            aria-describedby={help}
            onChange={(event) => setLogarithmic(event.currentTarget.checked)}
          />
          {text.logarithmic}
        </label>
        <small id={help}>{text.logarithmicHelp}</small>
      </header>
      {histogram.components.length === 2 ? (
        <Joint {...shown} />
      ) : (
        <div class="histogram-panel-marginals">
          {histogram.components.map((component, c) => (
            <Marginal key={component} {...shown} component={c} />
          ))}
        </div>
      )}
      {packed && packed.limits.length === limits.length && (
        <PaddingBars stats={stats} packed={packed} components={histogram.components} limits={packed.limits} />
      )}
      <SizesTable loaded={loaded} />
    </section>
  );
}
