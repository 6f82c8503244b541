import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { columnsOf, type FileColumn } from './columns';

/** The columns of the bytes that were read last; none while they are looked for or cannot be told. */
export function useFileColumns(raw: ReadonlySignal<Uint8Array<ArrayBuffer> | null>): FileColumn[] {
  const [found, setFound] = useState<FileColumn[]>([]);
  const bytes = raw.value;
  useEffect(() => {
    let current = true;
    setFound([]);
    if (!bytes) return;
    columnsOf(bytes).then(
      (columns) => current && setFound(columns),
      () => {}, // what is wrong with the file is said where it is read
    );
    return () => {
      current = false;
    };
  }, [bytes]);
  return found;
}
