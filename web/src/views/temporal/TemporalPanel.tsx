import './TemporalPanel.css';
import type { Access, Batches } from 'tuplepack/temporal';
import { CommandText, SaveButton } from '../../controls/buttons';
import { type Column, DataTable } from '../../controls/DataTable';
import { counted, percent, whole } from '../../controls/format';
import { Panel, Tile } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import { batchesCsv, eventsCsv } from '../../data/csv';
import { filesOf } from '../../data/sources';
import { splitCommand } from '../../options/command';
import type { State } from '../../state/state';
import type { Store } from '../../store/store';
import type { RowCounts, SplitResult, TemporalStore } from '../../store/temporal';
import { decimal, meanOf, sumOf } from './numbers';
import { TemporalCharts } from './TemporalCharts';

/** Requests per unique row of a batch. */
const redundancyOf = ({ requested, unique }: Access): number => sumOf(requested) / sumOf(unique);

/** Key figures of the batches, and the paper's advice on ε, applied to these data. */
function TemporalFigures({ split, rows }: { split: SplitResult; rows: RowCounts | null }) {
  const { bounded, fixed, fixedSize, threshold, statistics } = split;
  const count = bounded.losses.length;
  const mean = statistics.events / count;
  const theta = statistics.averageUpdateDistance;
  const fewer = 1 - count / fixed.losses.length;
  const share = fewer === 0 ? 'as many as' : `${percent(Math.abs(fewer))} ${fewer < 0 ? 'more' : 'fewer'} than`;
  const requests = rows && [redundancyOf(rows.bounded), redundancyOf(rows.fixed)].map(decimal);
  return (
    <>
      <dl class="tiles">
        <Tile
          name="Batches"
          value={whole(count)}
          help={`${share} ${counted(fixed.losses.length, 'batch', 'batches')} of ${whole(fixedSize)} with the same largest loss`}
          good={fewer > 0}
        />
        <Tile
          name="Mean batch size"
          value={decimal(mean)}
          help={`interactions per batch; maximum ${whole(bounded.largestBatch)}`}
        />
        <Tile
          name="Largest loss ε"
          value={whole(threshold)}
          help={`per batch; mean ${decimal(meanOf(bounded.losses))}`}
        />
        <Tile
          name="Stale states"
          value={percent(bounded.stale)}
          help="share of node occurrences after the first in their batch"
        />
        <Tile
          name="Update distance Θ"
          value={theta > 0 ? decimal(theta) : '–'}
          help={
            theta > 0
              ? `mean over nodes of their interactions until the next one; ${decimal(theta / mean)} batches`
              : 'no node occurs twice: batches of any size are lossless'
          }
        />
        <Tile
          name="Feature rows saved by deduplication"
          value={rows ? percent(1 - 1 / redundancyOf(rows.bounded)) : '…'}
          help={
            requests
              ? `each row is requested ${requests[0]} times per batch; ${requests[1]} times with fixed-size batches`
              : 'counting …'
          }
        />
      </dl>
      {split.exceeding > 0 && (
        <p class="warn" role="status">
          {split.exceeding === 1 ? 'One batch exceeds' : `${whole(split.exceeding)} batches exceed`} ε because{' '}
          {split.exceeding === 1 ? 'it' : 'they'} cannot be divided:{' '}
          {split.request.ties === 'keep' ? 'interactions with equal timestamps' : 'self-loops'}.
        </p>
      )}
      <p class="panel-empty">
        The paper’s advice: start with the loss of a batch size known to train well, then increase ε. The larger Θ, the
        safer: the interactions of a node are then far apart and rarely fall into one batch.{' '}
        {theta > 0 && `Here Θ is ${decimal(theta)} interactions, or ${decimal(theta / mean)} batches of mean size.`}
      </p>
    </>
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

/** Shows what is counted; until then, dots. */
const ofRows =
  (show: (rows: Access) => string) =>
  ({ rows }: Way) =>
    rows ? show(rows) : '…';

const columns: readonly Column<Way>[] = [
  { name: 'batches of', names: true, show: ({ name }) => name },
  { name: 'batches', show: ({ batches }) => whole(batches.losses.length) },
  { name: 'mean size', show: ({ batches, events }) => decimal(events / batches.losses.length) },
  { name: 'largest size', show: ({ batches }) => whole(batches.largestBatch) },
  { name: 'largest loss', show: ({ batches }) => whole(batches.largestLoss) },
  { name: 'stale states', show: ({ batches }) => percent(batches.stale) },
  { name: 'rows requested', show: ofRows(({ requested }) => whole(sumOf(requested))) },
  { name: 'unique rows', show: ofRows(({ unique }) => whole(sumOf(unique))) },
  { name: 'requests per row', show: ofRows((rows) => decimal(redundancyOf(rows))) },
];

/** The batches of bounded loss and of fixed size. */
function waysOf({ threshold, fixedSize, bounded, fixed, statistics }: SplitResult, rows: RowCounts | null): Way[] {
  const { events } = statistics;
  return [
    { name: `loss ≤ ${whole(threshold)}`, events, batches: bounded, rows: rows?.bounded },
    { name: `size ${whole(fixedSize)}`, events, batches: fixed, rows: rows?.fixed },
  ];
}

const joinedName = 'interactions.csv';

/** The batches as a command of the program, which reads one file, and as a file. */
function Take({ store, split }: { store: Store; split: SplitResult }) {
  const state = store.state.value;
  const isOneFile = filesOf(state.events).length < 2;
  const joined: State = { ...state, events: { kind: 'file', name: joinedName }, eventColumns: [], sort: false };
  const command = splitCommand(isOneFile ? state : joined);
  return (
    <section>
      <h3>Command</h3>
      <CommandText command={command} />
      {!isOneFile && (
        <SaveButton
          label="Interactions (CSV)"
          help="The command line reads one file: the interactions of all files, in order."
          name={joinedName}
          content={async () => eventsCsv(split.events)}
        />
      )}
      <SaveButton
        label="Batches (CSV)"
        help="Begin, end and loss of every batch, as written by tuplepack split -o."
        name="batches.csv"
        content={async () => batchesCsv(split.bounded)}
      />
    </section>
  );
}

const help =
  'A temporal model updates the state of a node once per batch, so all but the first interaction of a node in a batch see a ' +
  'stale state: the information loss. With a loss bound every batch is as large as the bound permits; with a fixed size, ' +
  'the worst batch dictates the size of all batches (Gao et al. 2024, ETC).';

/** Batches of bounded loss compared with fixed-size ones. */
export function TemporalPanel({ store, temporal }: { store: Store; temporal: TemporalStore }) {
  const opened = temporal.opened.value;
  const split = temporal.split.value.value;
  const latest = temporal.rows.value.value;
  const rows = latest?.of === split && latest?.recent === store.state.value.recent ? latest : null;
  const caption = 'Bounded loss and fixed size';
  return (
    <Panel heading="Temporal interactions" help={help}>
      {store.state.value.events.kind === 'none' && (
        <p class="panel-empty">Load interactions to split them into batches.</p>
      )}
      {opened.running && <p class="appears-late">Loading interactions …</p>}
      {opened.value && !opened.error && split && (
        <div class="temporal-panel">
          <TemporalFigures split={split} rows={rows} />
          <TemporalCharts data={opened.value.title} split={split} />
          <section>
            <h3>{caption}</h3>
            <DataTable {...{ caption, columns }} rows={waysOf(split, rows)} />
            <Progress
              work={temporal.rows.value}
              text="Counting rows"
              cancel="Cancel counting"
              ended="Counting cancelled."
              onCancel={() => temporal.cancel('rows')}
            />
            <small>
              Feature rows of both nodes of each interaction and of their most recent neighbours. Each unique row of a
              batch is moved once; larger batches share more rows.
            </small>
          </section>
          <Take store={store} split={split} />
        </div>
      )}
    </Panel>
  );
}
