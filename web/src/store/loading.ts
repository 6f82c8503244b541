import type { FileHistogram, Result, Stats } from 'tuplepack';
import { columnsOf, type Inspector } from '../data/columns';
import type { FileColumn } from '../data/fileColumn';
import { convert, type Part, readParts, sizes } from '../data/load';
import { presets } from '../data/presets';
import { titleOf } from '../data/sources';
import type { Pool, Reporter } from '../engine/pool';
import { readOptionsOf } from '../state/requests';
import type { State } from '../state/state';

/** A loaded data set. */
export interface LoadedData {
  /** the title of the preset or the name of the file */
  title: string;
  histogram: FileHistogram;
  stats: Stats;
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
): Promise<Result<LoadedData>> {
  const progress = (fraction: number | null) => fraction !== null && report(null, fraction);
  const found = await readParts(data, sizes, { signal, progress });
  const inspector: Inspector = {
    preview: async (...first) => (await pool.run('preview', first, { signal })).returned,
    async stats(bytes, options) {
      const { returned } = await pool.run('read', [[{ name: '', bytes }], options], { signal });
      return returned.error ? returned : { value: returned.value.stats };
    },
  };
  const detected = await columnsOf(found[0]?.bytes ?? new Uint8Array(), inspector);
  signal.throwIfAborted();
  const chosen = onColumns(detected);
  const parts = await convert(found, chosen);
  const { returned } = await pool.run('read', [parts, readOptionsOf(chosen)], { signal });
  if (returned.error) return returned;
  const { histogram, stats } = returned.value;
  const isConverted = found.some(({ bytes }, i) => bytes !== parts[i]?.bytes);
  return {
    value: {
      title: titleOf(data, presets),
      histogram,
      stats,
      parts,
      isConverted,
      hasItems: !histogram.hasCounts,
    },
  };
}
