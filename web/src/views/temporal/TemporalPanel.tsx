import './TemporalPanel.css';
import type { Access, Batches } from 'tuplepack/temporal';
import { CopyText, SaveButton } from '../../controls/buttons';
import { type Column, DataTable } from '../../controls/DataTable';
import { percent, whole } from '../../controls/format';
import { Panel, Tile } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import { batchesCsv, eventsCsv } from '../../data/csv';
import { filesOf } from '../../data/sources';
import { splitCommand } from '../../options/command';
import type { State } from '../../state/state';
import type { Store } from '../../store/store';
import type { RowCounts, SplitResult, TemporalStore } from '../../store/temporal';
import { TemporalCharts } from './TemporalCharts';
import { decimal, temporalText as text } from './words';

const sumOf = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0);

/** Requests per unique row of a batch. */
const redundancyOf = ({ requested, unique }: Access): number => sumOf(requested) / sumOf(unique);

/** Key figures of the batches. */
function TemporalTiles({ split, rows }: { split: SplitResult; rows: RowCounts | null }) {
  const { bounded, fixed, fixedSize, threshold, statistics } = split;
  const count = bounded.losses.length;
  const mean = statistics.events / count;
  const theta = statistics.averageUpdateDistance;
  const lost = bounded.losses.reduce((sum, loss) => sum + loss, 0) / count;
  const fewer = 1 - count / fixed.losses.length;
  const redundancy = rows && { bounded: redundancyOf(rows.bounded), fixed: redundancyOf(rows.fixed) };
  return (
    <dl class="tiles">
      <Tile
        name={text.batches}
        value={whole(count)}
        help={text.fewer(fixed.losses.length, fixedSize, fewer)}
        good={fewer > 0}
      />
      <Tile name={text.meanSize} value={decimal(mean)} help={text.meanSizeHelp(bounded.largestBatch)} />
      <Tile name={text.epsilon} value={whole(threshold)} help={text.epsilonHelp(lost)} />
      <Tile name={text.stale} value={percent(bounded.stale)} help={text.staleHelp} />
      <Tile
        name={text.theta}
        value={theta > 0 ? decimal(theta) : '–'}
        help={theta > 0 ? text.thetaHelp(theta / mean) : text.thetaNone}
      />
      <Tile
        name={text.saved}
        value={redundancy ? percent(1 - 1 / redundancy.bounded) : '…'}
        help={redundancy ? text.savedHelp(redundancy.bounded, redundancy.fixed) : text.savedWaiting}
      />
    </dl>
  );
}

/** A way to make batches. */
interface Way {
  name: string;
  events: number;
  batches: Batches;
  /** undefined while they are counted */
  rows: Access | undefined;
}

const counted =
  (show: (rows: Access) => string) =>
  ({ rows }: Way) =>
    rows ? show(rows) : '…';

const { columns: names } = text;
const columns: readonly Column<Way>[] = [
  { name: names.of, names: true, show: ({ name }) => name },
  { name: names.batches, show: ({ batches }) => whole(batches.losses.length) },
  { name: names.meanSize, show: ({ batches, events }) => decimal(events / batches.losses.length) },
  { name: names.largestSize, show: ({ batches }) => whole(batches.largestBatch) },
  { name: names.largestLoss, show: ({ batches }) => whole(batches.largestLoss) },
  { name: names.stale, show: ({ batches }) => percent(batches.stale) },
  { name: names.requested, show: counted(({ requested }) => whole(sumOf(requested))) },
  { name: names.unique, show: counted(({ unique }) => whole(sumOf(unique))) },
  { name: names.redundancy, show: counted((rows) => decimal(redundancyOf(rows))) },
];

/** The batches of bounded loss and of fixed size. */
function waysOf({ threshold, fixedSize, bounded, fixed, statistics }: SplitResult, rows: RowCounts | null): Way[] {
  const { events } = statistics;
  return [
    { name: text.bounded(threshold), events, batches: bounded, rows: rows?.bounded },
    { name: text.fixed(fixedSize), events, batches: fixed, rows: rows?.fixed },
  ];
}

/** The paper's advice on ε, applied to these data. */
function Advice({ split }: { split: SplitResult }) {
  const theta = split.statistics.averageUpdateDistance;
  const mean = split.statistics.events / split.bounded.losses.length;
  return (
    <p class="panel-empty">
      {text.advice} {theta > 0 && text.adviceNow(theta, mean)}
    </p>
  );
}

/** The batches as a command of the program, which reads one file, and as a file. */
function Take({ store, split }: { store: Store; split: SplitResult }) {
  const state = store.state.value;
  const isOneFile = filesOf(state.events).length < 2;
  const joined: State = { ...state, events: { kind: 'file', name: text.joinedName }, eventColumns: [], sort: false };
  const command = splitCommand(isOneFile ? state : joined);
  return (
    <section>
      <h3>{text.command}</h3>
      <pre class="temporal-command">{command}</pre>
      <CopyText label={text.commandCopy} what={text.commandText} content={command} />
      {!isOneFile && (
        <SaveButton
          label={text.joined}
          help={text.joinedHelp}
          name={text.joinedName}
          type="text/csv"
          content={async () => eventsCsv(split.events)}
        />
      )}
      <SaveButton
        label={text.csv}
        help={text.csvHelp}
        name={text.csvName}
        type="text/csv"
        content={async () => batchesCsv(split.bounded)}
      />
    </section>
  );
}

/** Batches of bounded loss compared with fixed-size ones. */
export function TemporalPanel({ store, temporal }: { store: Store; temporal: TemporalStore }) {
  const opened = temporal.opened.value;
  const split = temporal.split.value.value;
  const latest = temporal.rows.value.value;
  const rows = latest?.of === split && latest?.recent === store.state.value.recent ? latest : null;
  return (
    <Panel heading={text.heading} help={text.help}>
      {store.state.value.events.kind === 'none' && <p class="panel-empty">{text.empty}</p>}
      {opened.running && <p class="appears-late">{text.waiting}</p>}
      {opened.value && !opened.error && split && (
        <div class="temporal-panel">
          <TemporalTiles split={split} rows={rows} />
          {split.exceeding > 0 && (
            <p class="temporal-exceeding" role="status">
              {text.exceeding(split.exceeding, split.request.ties ?? '')}
            </p>
          )}
          <Advice split={split} />
          <TemporalCharts data={opened.value.title} split={split} />
          <section>
            <h3>{text.table}</h3>
            <DataTable caption={text.table} columns={columns} rows={waysOf(split, rows)} rowKey={({ name }) => name} />
            <Progress
              work={temporal.rows.value}
              text={text.counting}
              cancel={text.cancelCounting}
              ended={text.countingEnded}
              onCancel={() => temporal.cancel('rows')}
            />
            <small>{text.rowsHelp}</small>
          </section>
          <Take store={store} split={split} />
        </div>
      )}
    </Panel>
  );
}
