/** Interactions in Parquet and Arrow, as CSV. */
import { Refused } from '../engine/refused';
import type { Bytes } from './bytes';
import { type Cells, csvOf, openColumns, refuseFile, type TableColumn } from './columnar';

/** Which columns are sources, destinations and times, and perhaps feature rows, from 0. Throws Refused. */
export type EventColumns = (names: string[]) => Promise<ArrayLike<number>>;

const uses = ['node ids', 'node ids', 'times', 'feature rows'] as const;

/** The numbers of a column. Throws Refused. */
function numbersOf(name: string, pieces: readonly Cells[]): (number | bigint)[] {
  const numbers: (number | bigint)[] = [];
  for (const cells of pieces) {
    for (let i = 0; i < cells.length; ++i) {
      const cell = cells[i];
      if (typeof cell !== 'number' && typeof cell !== 'bigint') {
        throw new Refused(`row ${numbers.length + 1}, column “${name}”: the value is missing (null)`);
      }
      numbers.push(cell);
    }
  }
  return numbers;
}

const isNumber = (text: string) => text.trim() !== '' && !Number.isNaN(Number(text));

/**
 * The columns of sources, destinations and times with a header, and the names of the others. The core chooses among them,
 * as in CSV. Throws Refused.
 */
export async function eventsToCsv(bytes: Bytes, choose: EventColumns): Promise<Bytes> {
  const file = await openColumns(bytes);
  const names = file.columns.map(({ name }) => name);
  if (names.every(isNumber)) throw new Refused('the names of the columns are numbers; name them src, dst and time');
  const chosen = Array.from(await choose(names));
  const used = file.columns.flatMap(({ name, kind }: TableColumn, place) => {
    const use = uses[chosen.indexOf(place)];
    const fits = kind === 'whole' || (use === 'times' && (kind === 'decimal' || kind === 'time'));
    if (use && !fits) throw new Refused(`column “${name}” does not hold ${use}`);
    return use ? [name] : [];
  });
  const cells = await file.cells(used);
  const numbers = new Map(used.map((name, i) => [name, numbersOf(name, cells[i] ?? [])]));
  for (const column of numbers.values()) if (column.length !== file.rows) refuseFile(file.format);
  const csv = csvOf(
    names,
    names.map((name) => numbers.get(name) ?? []),
    file.rows,
  );
  return new Uint8Array(await csv.arrayBuffer());
}
