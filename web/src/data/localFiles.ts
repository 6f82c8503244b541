/** The local files behind the sources that name them. */
import type { DataSource } from '../store/state';
import { dataText } from './words';

const opened = new Map<number, readonly File[]>();

/** Several files are one data set: its parts, in the order of their names. */
export function openFiles(files: readonly File[]): DataSource {
  const parts = [...files].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const opening = opened.size + 1;
  opened.set(opening, parts);
  return { kind: 'file', name: dataText.fileNames(parts.map(({ name }) => name)), opening };
}

/** None for other sources, and for files of an earlier visit. */
export function filesOf(source: DataSource): readonly File[] {
  return (source.kind === 'file' && opened.get(source.opening ?? 0)) || [];
}
