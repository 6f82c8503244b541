import './sizes.css';
import { useId, useMemo, useState } from 'preact/hooks';
import type { PackedMetrics, Stats } from 'tuplepack';
import { Chart } from '../../charts/Chart';
import { DataTable } from '../../controls/DataTable';
import { percent, whole } from '../../controls/format';
import type { LoadedData } from '../../store/loading';
import { limitsAsNumbers } from '../../store/requests';
import type { Store } from '../../store/store';
import { jointChart, jointMap, marginalBars, marginalChart } from './sizeCharts';
import { sizesText as text } from './words';

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

function ShareBar({ name, explanation, data }: { name: string; explanation: string; data: number }) {
  return (
    <>
      <dt title={explanation}>{name}</dt>
      <dd>
        <span class="padding-bar" aria-hidden="true">
          <span class="padding-bar-data" style={{ width: `${data * 100}%` }} />
        </span>
        <span class="padding-shares">{text.shares.shares(data)}</span>
        <small>{explanation}</small>
      </dd>
    </>
  );
}

interface PaddingProps {
  stats: Stats;
  packed: PackedMetrics;
  components: string[];
  limits: number[];
}

/** Shares of data and padding, without and with packing. */
function PaddingBars({ stats, packed, components, limits }: PaddingProps) {
  const heading = useId();
  return (
    <section class="padding-bars" aria-labelledby={heading}>
      <h3 id={heading}>{text.shares.heading}</h3>
      <div class="padding-components">
        {components.map((component, c) => (
          <div key={component}>
            <h4>{component}</h4>
            <dl>
              <ShareBar
                name={text.shares.before}
                explanation={text.shares.paddedTo(stats.largest[c] ?? 0)}
                data={1 - (stats.padding[c] ?? 0)}
              />
              <ShareBar
                name={text.shares.after}
                explanation={text.shares.packedTo(limits[c] ?? 0)}
                data={packed.metrics.efficiency[c] ?? 0}
              />
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}

function SizesTable({ loaded: { histogram, stats } }: { loaded: LoadedData }) {
  const column = (name: string, show: (component: number) => string) => ({ name, show });
  return (
    <DataTable
      folded
      caption={text.tableCaption}
      columns={[
        { name: 'component', names: true, show: (c) => histogram.components[c] },
        column('total', (c) => whole(stats.totals[c] ?? 0)),
        column('smallest', (c) => whole(stats.smallest[c] ?? 0)),
        column('mean', (c) => ((stats.totals[c] ?? 0) / stats.items).toFixed(1)),
        column('largest', (c) => whole(stats.largest[c] ?? 0)),
        column('padding without packing', (c) => percent(stats.padding[c] ?? 0)),
      ]}
      rows={[...histogram.components.keys()]}
      rowKey={(c) => c}
    />
  );
}

/** The distribution of sizes, with the limits. */
export function SizesPanel({ store }: { store: Store }) {
  const heading = useId();
  const help = useId();
  const [logarithmic, setLogarithmic] = useState(true);
  const loaded = store.loaded.value.value;
  const packed = store.packed.value.value;
  if (!loaded) return <p class="panel-empty">{text.empty}</p>;

  const { histogram, stats } = loaded;
  const limits = limitsAsNumbers(store.state.value.limits, stats);
  const shown = { loaded, limits, logarithmic };
  return (
    <section class="panel sizes" aria-labelledby={heading}>
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
        <div class="sizes-marginals">
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
