import './sizes.css';
import { Fragment } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { Chart } from '../../charts/Chart';
import { DataTable } from '../../controls/DataTable';
import { CheckField } from '../../controls/Field';
import { counted, percent, whole } from '../../controls/format';
import { Panel } from '../../controls/Panel';
import { Region } from '../../controls/Region';
import { limitsAsNumbers, type PlanResult } from '../../state/requests';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { jointChart, jointMap, marginalBars, marginalChart } from './sizeCharts';

interface Shown {
  loaded: LoadedData;
  limits: number[];
  logarithmic: boolean;
}

function Joint({ loaded, limits, logarithmic }: Shown) {
  const map = useMemo(() => jointMap(loaded.histogram, logarithmic), [loaded, logarithmic]);
  const picture = useMemo(() => jointChart(loaded, map, limits, logarithmic), [map, limits.join()]);
  return <Chart {...picture} size="high" />;
}

function Marginal({ loaded, limits, logarithmic, component }: Shown & { component: number }) {
  const limit = limits[component] ?? 1;
  const bars = useMemo(() => marginalBars(loaded.histogram, component), [loaded, component]);
  const picture = useMemo(() => marginalChart(loaded, component, bars, limit, logarithmic), [bars, limit, logarithmic]);
  return <Chart {...picture} />;
}

/** Shares of data and padding, without and with packing. */
function PaddingBars({ loaded: { histogram, stats }, plan }: { loaded: LoadedData; plan: PlanResult }) {
  const heading = useId();
  const waysOf = (c: number) => [
    { name: 'padded', what: `every item padded to ${whole(stats.largest[c] ?? 0)}`, data: 1 - (stats.padding[c] ?? 0) },
    { name: 'packed', what: `packs of ${whole(plan.limits[c] ?? 0)}`, data: plan.metrics.efficiency[c] ?? 0 },
  ];
  return (
    <Region class="padding-bars" aria-labelledby={heading}>
      <h3 id={heading}>Data and padding</h3>
      <div class="wide-fields padding-components">
        {histogram.components.map((component, c) => (
          <div key={component}>
            <h4>{component}</h4>
            <dl>
              {waysOf(c).map(({ name, what, data }) => (
                <Fragment key={name}>
                  <dt title={what}>{name}</dt>
                  <dd>
                    <span class="padding-bar" aria-hidden="true">
                      <span class="padding-bar-data" style={{ width: `${data * 100}%` }} />
                    </span>
                    <span>
                      {percent(data)} data, {percent(1 - data)} padding
                    </span>
                    <small>{what}</small>
                  </dd>
                </Fragment>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </Region>
  );
}

function SizesTable({ loaded: { histogram, stats } }: { loaded: LoadedData }) {
  const column = (name: string, show: (component: number) => string) => ({ name, show });
  return (
    <DataTable
      folded
      caption="Sizes per component"
      columns={[
        { name: 'component', names: true, show: (c) => histogram.components[c] },
        column('total', (c) => whole(stats.totals[c] ?? 0)),
        column('smallest', (c) => whole(stats.smallest[c] ?? 0)),
        column('mean', (c) => ((stats.totals[c] ?? 0) / stats.items).toFixed(1)),
        column('largest', (c) => whole(stats.largest[c] ?? 0)),
        column('padding without packing', (c) => percent(stats.padding[c] ?? 0)),
      ]}
      rows={[...histogram.components.keys()]}
    />
  );
}

/** The distribution of sizes, with the limits. */
export function SizesPanel({ store }: { store: Store }) {
  const [logarithmic, setLogarithmic] = useState(true);
  const loaded = store.loaded.value.value;
  const plan = store.packed.value.value;
  if (!loaded) return <p class="panel-empty">Load data to see the distribution of sizes.</p>;

  const { histogram, stats } = loaded;
  const limits = limitsAsNumbers(store.state.value.limits, stats);
  const shown = { loaded, limits, logarithmic };
  return (
    <Panel heading="Sizes" help={`${counted(stats.items, 'item')} of ${counted(stats.bins, 'size')}.`}>
      <CheckField
        label="Logarithmic counts"
        help="Keeps rare sizes visible."
        checked={logarithmic}
        onChecked={setLogarithmic}
      />
      {histogram.components.length === 2 ? (
        <Joint {...shown} />
      ) : (
        <div class="wide-fields">
          {histogram.components.map((component, c) => (
            <Marginal key={component} {...shown} component={c} />
          ))}
        </div>
      )}
      {plan?.limits.length === limits.length && <PaddingBars loaded={loaded} plan={plan} />}
      <SizesTable loaded={loaded} />
    </Panel>
  );
}
