/** Loads data as bytes that the core can parse. */
import type { Result } from 'tuplepack';
import type { DataSource, State } from '../store/state';
import { type Bytes, type Reading, readOrRefuse, Unreadable } from './bytes';
import { foreignFormat, isParquet } from './magic';
import { parquetToCsv } from './parquet';
import { type DataSet, eventPresets, presets } from './presets';
import { filesOf, readSource } from './sources';
import { dataText } from './words';

/** A file, or one of several that make up a data set. */
export interface Part {
  /** empty unless there are several */
  name: string;
  bytes: Bytes;
}

/** What a part of the page loads. */
export interface DataKind {
  /** its bundled data sets */
  sets: readonly DataSet[];
  /** the binary formats that it reads and `foreignFormat` knows */
  formats: readonly string[];
  /** why it does not read another */
  foreign: (format: string) => string;
}

export const sizes: DataKind = { sets: presets, formats: ['.npz', 'Parquet'], foreign: dataText.errors.noSizes };
export const interactions: DataKind = { sets: eventPresets, formats: [], foreign: dataText.errors.noInteractions };

function named<T>(name: string, { error, value }: Result<T>): Result<T> {
  return error ? { error: name === '' ? error : { ...error, message: `${name}: ${error.message}` } } : { value };
}

/** Reads the files one after the other. */
export async function readParts(source: DataSource, kind: DataKind, reading: Reading): Promise<Result<Part[]>> {
  const files = filesOf(source);
  const parts: Part[] = [];
  for (let i = 0; i < Math.max(files.length, 1); ++i) {
    const file = files[i];
    const progress = (share: number | null) => reading.progress?.(share && (i + share) / Math.max(files.length, 1));
    const name = file && files.length > 1 ? file.name : '';
    const found = named(
      name,
      await readOrRefuse(async () => {
        const { value, error } = await readSource(source, {
          ...{ ...reading, base: document.baseURI, sets: kind.sets, progress },
          ...(file && { file }),
        });
        if (error) throw new Unreadable(error.message);
        const format = foreignFormat(value, kind.formats);
        if (format) throw new Unreadable(kind.foreign(format));
        return value;
      }),
    );
    if (found.error) return found;
    parts.push({ name, bytes: found.value });
  }
  return { value: parts };
}

/** Parquet as CSV; other formats as they are. */
export async function convert(parts: readonly Part[], { columns, countColumn }: State): Promise<Result<Part[]>> {
  const wanted = columns.length > 0 ? [...columns, countColumn] : [];
  const converted: Part[] = [];
  for (const { name, bytes } of parts) {
    const found = isParquet(bytes)
      ? named(name, await readOrRefuse(() => parquetToCsv(bytes, wanted)))
      : { value: bytes };
    if (found.error) return found;
    converted.push({ name, bytes: found.value });
  }
  return { value: converted };
}
