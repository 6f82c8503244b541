import type { Access, Batches } from 'tuplepack/temporal';
import { ScrollTable } from '../../controls/ScrollTable';
import { Tile } from '../../controls/Tile';
import type { RowCounts, SplitResult } from '../../store/temporal';
import { temporalText as text } from './words';

const sumOf = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0);

/** Requests per unique row of a batch. */
function redundancyOf({ requested, unique }: Access): number {
  return sumOf(requested) / sumOf(unique);
}

const headings = text.columnsOf.map((name, c) => ({ name, names: c === 0 }));

function Row({ name, of, rows, events }: { name: string; of: Batches; rows: Access | undefined; events: number }) {
  const counted = rows
    ? [text.whole(sumOf(rows.requested)), text.whole(sumOf(rows.unique)), text.decimal(redundancyOf(rows))]
    : ['…', '…', '…'];
  const cells = [
    text.whole(of.losses.length),
    text.decimal(events / of.losses.length),
    text.whole(of.largestBatch),
    text.whole(of.largestLoss),
    text.percent(of.stale),
    ...counted,
  ];
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, c) => (
        <td key={text.columnsOf[c + 1]}>{cell}</td>
      ))}
    </tr>
  );
}

/** Metrics of the batches of bounded loss and of fixed size. */
export function TemporalTable({ split, rows }: { split: SplitResult; rows: RowCounts | null }) {
  const { events } = split.statistics;
  return (
    <ScrollTable caption={text.table} headings={headings}>
      <Row name={text.bounded(split.threshold)} of={split.bounded} rows={rows?.bounded} events={events} />
      <Row name={text.fixed(split.fixedSize)} of={split.fixed} rows={rows?.fixed} events={events} />
    </ScrollTable>
  );
}

/** Key figures of the batches. */
export function TemporalTiles({ split, rows }: { split: SplitResult; rows: RowCounts | null }) {
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
        value={text.whole(count)}
        help={text.fewer(fixed.losses.length, fixedSize, fewer)}
        good={fewer > 0}
      />
      <Tile name={text.meanSize} value={text.decimal(mean)} help={text.meanSizeHelp(bounded.largestBatch)} />
      <Tile name={text.epsilon} value={text.whole(threshold)} help={text.epsilonHelp(lost)} />
      <Tile name={text.stale} value={text.percent(bounded.stale)} help={text.staleHelp} />
      <Tile
        name={text.theta}
        value={theta > 0 ? text.decimal(theta) : '–'}
        help={theta > 0 ? text.thetaHelp(theta / mean) : text.thetaNone}
      />
      <Tile
        name={text.saved}
        value={redundancy ? text.percent(1 - 1 / redundancy.bounded) : '…'}
        help={redundancy ? text.savedHelp(redundancy.bounded, redundancy.fixed) : text.savedWaiting}
      />
    </dl>
  );
}
