/** Loads the bytes of a data source, and gunzips them if needed. */

import { presetFiles } from 'virtual:tuplepack-presets';
import type { Result } from 'tuplepack';
import type { DataSource } from '../store/state';
import { gunzip } from './gzip';
import { isGzip } from './magic';
import { type Preset, presets } from './presets';
import { collect, type Reading } from './stream';
import { readOrRefuse, Unreadable } from './unreadable';
import { dataText } from './words';

type Bytes = Uint8Array<ArrayBuffer>;

export interface SourceReading extends Reading {
  /** for a local file */
  file?: File;
  /** base of relative URLs */
  base: string;
}

/** The last part of the path of a URL; empty if there is none. */
export function fileNameOf(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').pop() ?? '';
}

/** Those that this build includes: single-file builds only have the small ones. */
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

/** Length of the body in bytes; 0 if unknown, as for encoded bodies. */
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

/** Rejects only with the reason of the signal. */
export function readSource(source: DataSource, reading: SourceReading): Promise<Result<Bytes>> {
  return readOrRefuse(async () => {
    const bytes = await read(source, reading);
    return isGzip(bytes) ? gunzip(bytes, reading) : bytes;
  });
}
