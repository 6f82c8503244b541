import type { Access, Batches } from 'tuplepack/temporal';
import { ScrollTable } from '../../controls/ScrollTable';
import type { RowCounts, SplitResult } from '../../store/temporal';
import { temporalText as text } from './words';

const sumOf = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0);

/** Requests per unique row of a batch. */
export function redundancyOf({ requested, unique }: Access): number {
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
