import './HistogramPanel.css';
import { useId, useState } from 'preact/hooks';
import { JointChart } from '../charts/JointChart';
import { MarginalChart } from '../charts/MarginalChart';
import { ScrollTable } from '../controls/ScrollTable';
import { limitsAsNumbers } from '../state/requests';
import type { LoadedData, Store } from '../store';
import { histogramText as text } from '../text/histogram';
import { PaddingBars } from './PaddingBars';

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

/** The distribution of sizes, with the limits. */
export function HistogramPanel({ store }: { store: Store }) {
  const heading = useId();
  const help = useId();
  const [logarithmic, setLogarithmic] = useState(true);
  const loaded = store.loaded.value.value;
  const packed = store.packed.value.value;
  if (!loaded) return <p class="histogram-panel-empty">{text.empty}</p>;

  const { histogram, stats, title } = loaded;
  const limits = limitsAsNumbers(store.state.value.limits, stats);
  const shown = { data: title, histogram, stats, logarithmic };
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
        <JointChart {...shown} limits={limits} />
      ) : (
        <div class="histogram-panel-marginals">
          {histogram.components.map((component, c) => (
            <MarginalChart key={component} {...shown} component={c} limit={limits[c] ?? 1} />
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
