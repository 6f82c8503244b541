/** Loads data as bytes that the core can parse. */
import type { Result } from 'tuplepack';
import type { DataSource, State } from '../store/state';
import { foreignFormat, isParquet } from './magic';
import { parquetToCsv } from './parquet';
import { presets } from './presets';
import { fileNameOf, readSource, type SourceReading } from './sources';
import { readOrRefuse, Unreadable } from './unreadable';
import { dataText } from './words';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file, or one of several that make up a data set. */
export interface Part {
  /** empty unless there are several */
  name: string;
  bytes: Bytes;
}

export function titleOf(source: DataSource): string {
  switch (source.kind) {
    case 'preset':
      return presets.find((preset) => preset.name === source.name)?.title ?? source.name;
    case 'address':
      return fileNameOf(source.url) || source.url;
    case 'text':
      return source.name || dataText.pastedName;
    case 'none':
      return '';
    default:
      return source.name;
  }
}

function named<T>(name: string, { error, value }: Result<T>): Result<T> {
  return error ? { error: name === '' ? error : { ...error, message: `${name}: ${error.message}` } } : { value };
}

/** Reads the files one after the other. */
export async function readParts(
  source: DataSource,
  reading: SourceReading,
  files: readonly File[],
): Promise<Result<Part[]>> {
  const parts: Part[] = [];
  for (let i = 0; i < Math.max(files.length, 1); ++i) {
    const file = files[i];
    const progress = (share: number | null) => reading.progress?.(share && (i + share) / Math.max(files.length, 1));
    const name = file && files.length > 1 ? file.name : '';
    const found = named(
      name,
      await readOrRefuse(async () => {
        const { value, error } = await readSource(source, { ...reading, progress, ...(file ? { file } : {}) });
        if (error) throw new Unreadable(error.message);
        const format = foreignFormat(value);
        if (format) throw new Unreadable(dataText.errors.foreign(format));
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
