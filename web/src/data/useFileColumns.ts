import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { columnsOf, type FileColumn } from './columns';

/** The columns of the bytes loaded last; empty while they are detected, or if they cannot be. */
export function useFileColumns(raw: ReadonlySignal<Uint8Array<ArrayBuffer> | null>): FileColumn[] {
  const [found, setFound] = useState<FileColumn[]>([]);
  const bytes = raw.value;
  useEffect(() => {
    let current = true;
    setFound([]);
    if (!bytes) return;
    columnsOf(bytes).then(
      (columns) => current && setFound(columns),
      () => {}, // errors in the file are shown where it is loaded
    );
    return () => {
      current = false;
    };
  }, [bytes]);
  return found;
}
