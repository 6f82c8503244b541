import type { ReadOptions } from 'tuplepack';
import type { Records } from 'tuplepack/graphs';
import { type ColumnRules, columnsOf } from '../data/columns';
import { areRecords, checkRecords, isTextProtoName, recordColumns } from '../data/graphs';
import { convert, type Part, readParts } from '../data/load';
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
  /** the files, and how they are read, for the assignment */
  parts: readonly Part[];
  reading: ReadOptions;
  /** what was taken for granted, in the words of the program */
  notes: readonly string[];
  /** what the files were converted from, if the program does not read them as tables; null: it does */
  convertedFrom: 'TFRecords' | null;
}

/** What is found in files before their sizes are read. */
export interface FileContents {
  columns: FileColumn[];
  /** null: the files are no TFRecords */
  records: Records | null;
}

/** The text of the GraphSchema among files. */
async function schemaAmong(pool: Pool, texts: readonly Part[], signal: AbortSignal): Promise<Uint8Array | undefined> {
  for (const { bytes } of texts) {
    const { value } = await pool.run('readSchema', [bytes], { signal }).catch(() => ({ value: null }));
    if (value?.kind === 'graph_schema') return bytes;
  }
  return undefined;
}

/** Graphs in TFRecords. A GraphSchema among the files is one that they have to fit. */
async function readRecords(pool: Pool, found: readonly Part[], signal: AbortSignal): Promise<Records> {
  const texts = found.filter(({ name }) => isTextProtoName(name));
  const schema = await schemaAmong(pool, texts, signal);
  const files = found.filter((part) => !texts.includes(part));
  return (await pool.run('readRecords', [files, schema ? { schema } : {}], { signal })).value;
}

/** Fetches, inspects and parses data. `onContents` returns the state with the columns to read of those found. */
export async function loadData(
  pool: Pool,
  { data }: State,
  { signal, report }: Reporter<LoadedData>,
  onContents: (found: FileContents) => State,
): Promise<LoadedData> {
  const progress = (fraction: number | null) => fraction !== null && report(null, fraction);
  const title = titleOf(data, presets);
  const found = await readParts(data, presets, { signal, progress });
  const records = areRecords(found, title) ? await readRecords(pool, found, signal) : null;
  const rules: ColumnRules = {
    detect: async (first, isAll) => (await pool.run('detectColumns', [first, isAll], { signal })).value,
    likely: async (columns, options) => (await pool.run('likelyColumns', [columns, options], { signal })).value,
  };
  const columns = records
    ? recordColumns(records, pool.tables.value?.maxComponents ?? Number.POSITIVE_INFINITY)
    : await columnsOf(found[0]?.bytes ?? new Uint8Array(), rules);
  signal.throwIfAborted();
  const chosen = onContents({ columns, records });
  if (records) checkRecords(records);
  const tables = records
    ? { parts: [{ name: '', bytes: records.sizes }], reading: readOptionsOf(chosen), notes: [] }
    : await convert(found, chosen, rules.likely);
  const { value } = await pool.run('read', [tables.parts, tables.reading], { signal });
  return {
    ...value,
    ...tables,
    title,
    notes: [...tables.notes, ...value.histogram.notes],
    convertedFrom: records ? 'TFRecords' : null,
    hasItems: !value.histogram.hasCounts,
  };
}
