/** Bytes from wherever a state says they are, unpacked where they were gzipped. */

import { presetFiles } from 'virtual:tuplepack-presets';
import type { Result } from 'tuplepack';
import type { DataSource } from '../state/state';
import { dataText } from '../text/data';
import { gunzip } from './gzip';
import { isGzip } from './magic';
import { type Preset, presets } from './presets';
import { collect, type Reading } from './stream';
import { readOrRefuse, Unreadable } from './unreadable';

type Bytes = Uint8Array<ArrayBuffer>;

export interface SourceReading extends Reading {
  /** the file that the page was given, where the source is one */
  file?: File;
  /** what relative addresses are relative to */
  base: string;
}

/** Those this build has: a single file carries only the small ones. */
export const availablePresets: readonly Preset[] = presets.filter((preset) => presetFiles[preset.file]);

function asked(url: string, base: string): URL {
  let address: URL;
  try {
    address = new URL(url, base);
  } catch {
    throw new Unreadable(dataText.errors.address(url));
  }
  if (!/^https?:$/.test(address.protocol)) throw new Unreadable(dataText.errors.protocol(url));
  return address;
}

/** How many bytes the body will have; encoded bodies do not say. */
function lengthOf(response: Response): number {
  return response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0);
}

async function download(address: URL, reading: SourceReading): Promise<Bytes> {
  try {
    const response = await fetch(address, { signal: reading.signal ?? null, credentials: 'omit' });
    if (!response.ok) throw new Unreadable(dataText.errors.status(address.href, response.status));
    return response.body ? await collect(response.body, lengthOf(response), reading) : new Uint8Array();
  } catch (error) {
    reading.signal?.throwIfAborted();
    throw error instanceof Unreadable ? error : new Unreadable(dataText.errors.fetch(address.href));
  }
}

async function readFile(file: File | undefined, name: string, reading: SourceReading): Promise<Bytes> {
  if (!file) throw new Unreadable(dataText.errors.fileGone(name));
  try {
    return await collect(file.stream() as ReadableStream<Bytes>, file.size, reading);
  } catch {
    reading.signal?.throwIfAborted();
    throw new Unreadable(dataText.errors.file(name));
  }
}

async function readPreset(name: string, reading: SourceReading): Promise<Bytes> {
  const file = presets.find((preset) => preset.name === name)?.file ?? '';
  const source = presetFiles[file];
  if (!source) throw new Unreadable(dataText.errors.presetAbsent(name));
  if (source.text !== undefined) return new TextEncoder().encode(source.text);
  return download(new URL(source.url, reading.base), reading);
}

function read(source: DataSource, reading: SourceReading): Promise<Bytes> {
  switch (source.kind) {
    case 'preset':
      return readPreset(source.name, reading);
    case 'address':
      return download(asked(source.url, reading.base), reading);
    case 'file':
      return readFile(reading.file, source.name, reading);
    case 'text':
      return Promise.resolve(new TextEncoder().encode(source.text));
    default:
      return Promise.resolve(new Uint8Array());
  }
}

/** Rejects only with the signal's reason. */
export function readSource(source: DataSource, reading: SourceReading): Promise<Result<Bytes>> {
  return readOrRefuse(async () => {
    const bytes = await read(source, reading);
    return isGzip(bytes) ? gunzip(bytes, reading) : bytes;
  });
}
