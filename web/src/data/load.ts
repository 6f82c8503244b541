/** Loads data as bytes that the core can parse. */
import type { Result } from 'tuplepack';
import type { DataSource, State } from '../state/state';
import { dataText } from '../text/data';
import { isParquet } from './magic';
import { parquetToCsv } from './parquet';
import { presets } from './presets';
import { fileNameOf, readSource, type SourceReading } from './sources';
import { readOrRefuse } from './unreadable';

type Bytes = Uint8Array<ArrayBuffer>;

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

/** `onBytes` receives the bytes of the file before any conversion, for the column chooser, and is awaited. */
export async function loadData(
  state: State,
  reading: SourceReading,
  onBytes: (bytes: Bytes) => Promise<void>,
): Promise<Result<Bytes>> {
  const found = await readSource(state.data, reading);
  if (found.error) return found;
  await onBytes(found.value);
  if (!isParquet(found.value)) return found;
  const wanted = state.columns.length > 0 ? [...state.columns, state.countColumn] : [];
  return readOrRefuse(() => parquetToCsv(found.value, wanted));
}
