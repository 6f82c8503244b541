import { useMemo } from 'preact/hooks';
import { Chart, type Picture } from '../../charts/Chart';
import { alongPoints } from '../../charts/cursor';
import { lineLegend, linesOver, rule, shareAxis, tooltip, valuesAxis } from '../../charts/elements';
import { DataTable } from '../../controls/DataTable';
import { counted, percent, whole } from '../../controls/format';
import { Panel } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import type { StreamedRow } from '../../engine/compare';
import type { Store } from '../../store/store';
import { efficiencyColumns, harmonicMean } from '../result/efficiency';

const named = (policy: string) => (policy === 'best-fit' ? 'best fit' : policy);

const heldBy = (policy: string, held: number) =>
  policy === 'look-ahead' ? `${counted(held, 'item')} buffered` : `${counted(held, 'pack')} open`;

const text = {
  help: 'Packs items as they arrive, in random order, and compares the efficiency with that of the offline plan, which knows all items in advance.',
  policies:
    'Best fit keeps packs open and puts each item into the fullest one it fits into. Look-ahead buffers items and packs the largest first. Guided opens packs for the strategies of the plan and fills them as matching items arrive.',
  sample: (items: number, all: number) =>
    items < all
      ? `${whole(items)} of ${whole(all)} items, sampled at random, in random order.`
      : `All ${whole(items)} items in random order.`,
  best: (policy: string, held: number, share: number, offline: number) =>
    `Best: ${named(policy)} with ${heldBy(policy, held)}, ${percent(share)}; ` +
    `${(100 * Math.abs(offline - share)).toFixed(2)} points ${share > offline ? 'above' : 'below'} the plan.`,
  chart: (data: string) => `${data}: online packing`,
  chartLabel: (lines: string[], offline: number) =>
    `Line chart: efficiency against open packs or buffered items. ${lines.join('; ')}. Offline plan: ${percent(offline)}.`,
  line: (policy: string, first: number, last: number) => `${named(policy)} from ${percent(first)} to ${percent(last)}`,
  heldAt: (held: number) => `${whole(held)} open or buffered`,
};

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
  const level = (name: string, y: number, dash: number[]) =>
    rule(
      name,
      [x.min, x.max].map((end) => ({ x: Number(end), y })),
      'muted',
      dash,
    );
  const shares = lines.flatMap(({ ys }) => ys).filter((share) => !Number.isNaN(share));
  return {
    label: text.chartLabel(
      lines.map(({ policy, ys }) => text.line(policy, ys[0] || 0, ys.at(-1) || 0)),
      offline,
    ),
    title: text.chart(data),
    cursor: alongPoints(held.length, { lines: lines.length }),
    data: {
      datasets: [
        ...linesOver(held, lines),
        ...(most > offline ? [level('upper bound', most, [2, 2])] : []),
        level('offline plan', offline, [14, 3]),
      ],
    },
    options: {
      scales: { x, y: shareAxis('efficiency', Math.min(...shares, offline)) },
      plugins: {
        legend: lineLegend,
        tooltip: tooltip(
          ({ parsed }) => text.heldAt(parsed.x ?? 1),
          ({ dataset, parsed }) => `${dataset.label} ${percent(parsed.y ?? 0)}`,
          true,
        ),
      },
    },
  };
}

function StreamTable({ rows, components }: { rows: StreamedRow[]; components: string[] }) {
  return (
    <DataTable
      folded
      caption="Online packing by policy and buffer size"
      columns={[
        { name: 'policy', names: true, show: ({ policy }) => named(policy) },
        { name: 'buffer', show: ({ policy, held }) => heldBy(policy, held) },
        { name: 'packs', show: ({ packs }) => whole(packs) },
        { name: 'lower bound', show: ({ bound }) => whole(bound) },
        ...efficiencyColumns(components, ({ efficiency }: StreamedRow) => efficiency),
      ]}
      rows={rows}
      rowKey={({ policy, held }) => `${policy} ${held}`}
    />
  );
}

interface ComparisonProps {
  data: string;
  rows: StreamedRow[];
  /** efficiency of the offline plan, and its upper bound */
  offline: number;
  most: number;
}

function Comparison({ data, rows, offline, most }: ComparisonProps) {
  const picture = useMemo(() => streamChart(data, rows, offline, most), [data, rows, offline, most]);
  return <Chart {...picture} size="middle" />;
}

/** The best row; the first of equal ones. */
function bestOf(rows: readonly StreamedRow[]): StreamedRow | undefined {
  const share = (row: StreamedRow) => harmonicMean(row.efficiency);
  return rows.reduce<StreamedRow | undefined>(
    (best, row) => (best && share(best) >= share(row) ? best : row),
    undefined,
  );
}

/** Online packing compared with the current plan. */
export function StreamPanel({ store }: { store: Store }) {
  const loaded = store.loaded.value.value;
  const plan = store.packed.value.value;
  if (!loaded) return <p class="panel-empty">Load data to try online packing.</p>;

  const streamed = store.streamed.value;
  const { value: rows, error, running, ended } = streamed;
  const best = bestOf(rows ?? []);
  const offline = plan ? harmonicMean(plan.metrics.efficiency) : 0;
  const most = plan ? offline * (plan.metrics.packs / Math.max(plan.bound.packs, 1)) : 0;
  return (
    <Panel heading="Online packing" help={text.help}>
      <Progress
        work={streamed}
        text="Packing streams"
        cancel="Cancel streams"
        ended="Cancelled: the results are incomplete."
        onCancel={() => store.cancel('streamed')}
      />
      {!rows && !running && !error && !ended && <p>Waiting for the plan …</p>}
      {rows && plan && best && (
        <>
          {!running && (
            <p role="status">
              {text.best(best.policy, best.held, harmonicMean(best.efficiency), offline)}{' '}
              {text.sample(best.items, loaded.stats.items)}
            </p>
          )}
          <Comparison data={loaded.title} rows={rows} offline={offline} most={Math.min(most, 1)} />
          <small>{text.policies}</small>
          <StreamTable rows={rows} components={loaded.histogram.components} />
        </>
      )}
    </Panel>
  );
}
