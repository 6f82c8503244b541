/** Interactions in Parquet and Arrow, as CSV. */
import { Refused } from '../engine/refused';
import type { Bytes } from './bytes';
import { type Cells, csvOf, openColumns, refuseFile, type TableColumn } from './columnar';

// the core finds the columns by these names; the cells of others are left out
const ends =
  /^(src|source|from|u|user_?id|user|uid|(source|from)_id|dst|destination|target|to|v|i|item_?id|item|iid|movie_?id|(target|to)_id)$/i;
const times = /^(time|timestamp|ts|t|date|datetime|day)$/i;
const featureRows = /^(idx|e_idx|edge_idx|edge_idxs|eid|edge_id)$/i;
const uses = ['node ids', 'node ids', 'times', 'feature rows'] as const;

/** What a column is used as; null: not used. */
function useOf(name: string, place: number, wanted: readonly string[]): (typeof uses)[number] | null {
  if (wanted.length === 0) {
    const role = [ends, ends, times, featureRows].findIndex((names) => names.test(name));
    return uses[role] ?? null;
  }
  return uses[wanted.findIndex((each) => each === name || each === String(place + 1))] ?? null;
}

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
 * as in CSV. `wanted`: names or numbers from 1, in that order; empty: by their names. Throws Refused.
 */
export async function eventsToCsv(bytes: Bytes, wanted: readonly string[]): Promise<Bytes> {
  const file = await openColumns(bytes);
  const names = file.columns.map(({ name }) => name);
  if (names.every(isNumber)) throw new Refused('the names of the columns are numbers; name them src, dst and time');
  const used = file.columns.flatMap(({ name, kind }: TableColumn, place) => {
    const use = useOf(name, place, wanted);
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
