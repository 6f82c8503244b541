import { columnsOf } from '../data/columns';
import { convert, type Part, readParts, sizes } from '../data/load';
import { presets } from '../data/presets';
import { titleOf } from '../data/sources';
import type { ReadFile } from '../engine/calls';
import type { FileColumn } from '../engine/columns';
import type { Pool, Reporter } from '../engine/pool';
import { readOptionsOf } from '../state/requests';
import type { State } from '../state/state';

/** A loaded data set. */
export interface LoadedData extends ReadFile {
  /** the title of the preset or the name of the file */
  title: string;
  /** whether rows are single items, as an assignment needs */
  hasItems: boolean;
  /** the files, for the assignment */
  parts: readonly Part[];
  /** whether a file had a format that the core does not read */
  isConverted: boolean;
}

/** Fetches, inspects and parses data. `onColumns` returns the state with the columns to read of those detected. */
export async function loadData(
  pool: Pool,
  { data }: State,
  { signal, report }: Reporter<LoadedData>,
  onColumns: (detected: FileColumn[]) => State,
): Promise<LoadedData> {
  const progress = (fraction: number | null) => fraction !== null && report(null, fraction);
  const found = await readParts(data, sizes, { signal, progress });
  const detect = async (first: Uint8Array, isAll: boolean) =>
    (await pool.run('detectColumns', [first, isAll], { signal })).value;
  const detected = await columnsOf(found[0]?.bytes ?? new Uint8Array(), detect);
  signal.throwIfAborted();
  const chosen = onColumns(detected);
  const parts = await convert(found, chosen);
  const { value } = await pool.run('read', [parts, readOptionsOf(chosen)], { signal });
  return {
    ...value,
    title: titleOf(data, presets),
    parts,
    isConverted: found.some(({ bytes }, i) => bytes !== parts[i]?.bytes),
    hasItems: !value.histogram.hasCounts,
  };
}
