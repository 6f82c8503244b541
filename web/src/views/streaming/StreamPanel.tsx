import { useMemo } from 'preact/hooks';
import { Chart, type Picture } from '../../charts/Chart';
import { alongPoints } from '../../charts/cursor';
import { linesOver, readable, rule, shareAxis, valuesAxis } from '../../charts/elements';
import { type Column, DataTable } from '../../controls/DataTable';
import { counted, percent, whole } from '../../controls/format';
import { Panel } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import type { StreamedRow } from '../../engine/compare';
import type { PlanResult } from '../../state/requests';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { efficiencyColumns, harmonicMean } from '../result/efficiency';

const named = (policy: string) => (policy === 'best-fit' ? 'best fit' : policy);

const heldBy = (policy: string, held: number) =>
  policy === 'look-ahead' || policy === 'balanced'
    ? `${counted(held, 'item')} buffered`
    : `${counted(held, 'pack')} open`;

/** `offline`: efficiency of the offline plan; `most`: its upper bound. */
export function streamChart(data: string, rows: StreamedRow[], offline: number, most: number): Picture {
  const held = [...new Set(rows.map((row) => row.held))].sort((a, b) => a - b);
  const lines = [...new Set(rows.map(({ policy }) => policy))].map((policy) => ({
    policy,
    name: named(policy),
    ys: held.map((size) => {
      const row = rows.find((one) => one.policy === policy && one.held === size);
      return row ? harmonicMean(row.efficiency) : Number.NaN;
    }),
  }));
  const x = valuesAxis('open packs or buffered items', held);
  const shares = lines.flatMap(({ ys }) => ys).filter((share) => !Number.isNaN(share));
  return {
    label: `Line chart: efficiency against open packs or buffered items. ${(lines.map(({ policy, ys }) => `${named(policy)} from ${percent(ys[0] || 0)} to ${percent(ys.at(-1) || 0)}`)).join('; ')}. Offline plan: ${percent(offline)}.`,
    title: `${data}: online packing`,
    cursor: alongPoints(held.length, { lines: lines.length }),
    datasets: [
      ...linesOver(held, lines),
      ...(most > offline ? [rule('upper bound', { x, y: most }, 'muted', [2, 2])] : []),
      rule('offline plan', { x, y: offline }, 'muted', [14, 3]),
    ],
    options: readable(
      { x, y: shareAxis('efficiency', Math.min(...shares, offline)) },
      ({ parsed }) => `${whole(parsed.x ?? 1)} open packs or buffered items`,
      ({ dataset, parsed }) => `${dataset.label} ${percent(parsed.y ?? 0)}`,
      true,
    ),
  };
}

const columnsOf = (components: string[]): Column<StreamedRow>[] => [
  { name: 'policy', names: true, show: ({ policy }) => named(policy) },
  { name: 'buffer', show: ({ policy, held }) => heldBy(policy, held) },
  { name: 'packs', show: ({ packs }) => whole(packs) },
  { name: 'lower bound', show: ({ bound }) => whole(bound) },
  ...efficiencyColumns(components, ({ efficiency }: StreamedRow) => efficiency),
];

/** The best row (the first of equal ones), compared with the plan, and which of `all` items were packed. */
function bestText(rows: StreamedRow[], plan: PlanResult, all: number): string {
  const share = (row: StreamedRow) => harmonicMean(row.efficiency);
  const best = rows.reduce((one, other) => (share(other) > share(one) ? other : one));
  const { policy, held, items } = best;
  const more = share(best) - harmonicMean(plan.metrics.efficiency);
  const sample =
    items < all ? `${whole(items)} of ${whole(all)} items, sampled at random,` : `All ${whole(items)} items`;
  return (
    `Best: ${named(policy)} with ${heldBy(policy, held)}, ${percent(share(best))}; ` +
    `${(100 * Math.abs(more)).toFixed(2)} points ${more > 0 ? 'above' : 'below'} the plan. ${sample} in random order.`
  );
}

function Comparison({ loaded, rows, plan }: { loaded: LoadedData; rows: StreamedRow[]; plan: PlanResult }) {
  const offline = harmonicMean(plan.metrics.efficiency);
  const most = Math.min(offline * (plan.metrics.packs / Math.max(plan.bound.packs, 1)), 1);
  const picture = useMemo(() => streamChart(loaded.title, rows, offline, most), [loaded, rows, offline, most]);
  return <Chart {...picture} size="middle" />;
}

const help =
  'Packs items as they arrive, in random order, and compares the efficiency with that of the offline plan, which sees all ' +
  'items in advance.';

/** Online packing compared with the current plan. */
export function StreamPanel({ store }: { store: Store }) {
  const loaded = store.loaded.value.value;
  const plan = store.packed.value.value;
  if (!loaded) return <p class="panel-empty">Load data to try online packing.</p>;

  const streamed = store.streamed.value;
  const { value: rows, error, running, ended } = streamed;
  const { components } = loaded.histogram;
  return (
    <Panel heading="Online packing" help={help}>
      <Progress
        work={streamed}
        text="Packing streams"
        cancel="Cancel streams"
        ended="Cancelled: the results are incomplete."
        onCancel={() => store.cancel('streamed')}
      />
      {!rows && !running && !error && !ended && <p>Waiting for the plan …</p>}
      {rows && rows.length > 0 && plan && (
        <>
          {!running && <p role="status">{bestText(rows, plan, loaded.stats.items)}</p>}
          <Comparison {...{ loaded, rows, plan }} />
          <small>
            Best fit keeps packs open and puts each item into the fullest one it fits into. Look-ahead buffers items,
            plans packs of all of them and closes the fuller ones. Guided opens packs according to the plan’s strategies
            and fills them as matching items arrive. Balanced, for three components or more, packs the whole buffer at
            once.
          </small>
          <DataTable
            folded
            caption="Online packing by policy and buffer size"
            columns={columnsOf(components)}
            rows={rows}
            rowKey={({ policy, held }) => `${policy} ${held}`}
          />
        </>
      )}
    </Panel>
  );
}
