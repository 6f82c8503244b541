/** The bytes of a data source: a bundled data set, a local file, text, or what is at a URL. */
import { presetFiles } from 'virtual:tuplepack-presets';
import { Refused } from '../engine/refused';
import type { DataSource } from '../state/state';
import { type Bytes, collect, decompress, type Reading } from './bytes';
import { type DataSet, presetOf, presets } from './presets';

export interface SourceReading extends Reading {
  /** for a local file */
  file?: File;
  /** base of relative URLs */
  base: string;
  /** the data sets that a source may name; default: those of sizes */
  sets?: readonly DataSet[];
}

const opened = new Map<number, readonly File[]>();

/** Several files are one data set: its parts, in the order of their names. */
export function openFiles(files: readonly File[]): DataSource {
  const parts = [...files].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const opening = opened.size + 1;
  opened.set(opening, parts);
  const others = parts.length - 1;
  const beside = others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'}` : '';
  return { kind: 'file', name: `${parts[0]?.name ?? ''}${beside}`, opening };
}

/** None for other sources, and for files of an earlier visit. */
export function filesOf(source: DataSource): readonly File[] {
  return (source.kind === 'file' && opened.get(source.opening ?? 0)) || [];
}

/** The last part of the path of a URL; empty if there is none. */
export function fileNameOf(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').pop() ?? '';
}

/** The other sites that data are fetched from. */
export function hostsOf(sources: readonly DataSource[]): string[] {
  const addresses = sources.flatMap((source) => (source.kind === 'address' ? source.url : []));
  const urls = addresses
    .filter((url) => URL.canParse(url, document.baseURI))
    .map((url) => new URL(url, document.baseURI));
  // without a host it is no URL that data are fetched from
  return urls.flatMap(({ origin, host }) => (origin === location.origin ? [] : host || []));
}

/** The name of what is loaded. */
export function titleOf(source: DataSource, sets: readonly DataSet[]): string {
  if (source.kind === 'none') return '';
  if (source.kind === 'address') return fileNameOf(source.url) || source.url;
  if (source.kind === 'text') return source.name || 'pasted text';
  return presetOf(source, sets)?.title ?? source.name;
}

/** Those that this build includes: single-file builds only have the small ones. */
export function available<Set extends DataSet>(sets: readonly Set[]): Set[] {
  return sets.filter(({ file, text }) => text ?? presetFiles[file]);
}

function asked(url: string, base: string): URL {
  if (!URL.canParse(url, base)) throw new Refused(`“${url}” is not a valid URL`);
  const address = new URL(url, base);
  if (!/^https?:$/.test(address.protocol)) {
    throw new Refused(
      `cannot fetch “${url}”: only http and https URLs are supported; for a local file use the file field`,
    );
  }
  return address;
}

/** Length of the body in bytes; 0 if unknown, as for encoded bodies. */
function lengthOf(response: Response): number {
  return response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0);
}

async function download(address: URL, reading: SourceReading): Promise<Bytes> {
  try {
    const response = await fetch(address, { signal: reading.signal ?? null, credentials: 'omit' });
    if (!response.ok) {
      throw new Refused(`cannot fetch ${address.href}: the server responded with status ${response.status}`);
    }
    return response.body ? await collect(response.body, lengthOf(response), reading) : new Uint8Array();
  } catch (error) {
    reading.signal?.throwIfAborted();
    if (error instanceof Refused) throw error;
    throw new Refused(
      `cannot fetch ${address.href}: the server does not allow cross-origin requests (CORS), this page’s content ` +
        'security policy blocks it, or there is no connection. Download the file and load it from disk instead',
    );
  }
}

async function readFile(file: File | undefined, name: string, reading: SourceReading): Promise<Bytes> {
  if (!file) throw new Refused(`${name} is a local file that is no longer available; select it again`);
  try {
    return await collect(file.stream() as ReadableStream<Bytes>, file.size, reading);
  } catch (error) {
    reading.signal?.throwIfAborted();
    if (error instanceof Refused) throw error;
    throw new Refused(`cannot read ${name}: it is a folder, was changed or moved, or access is denied`);
  }
}

async function readPreset(source: Extract<DataSource, { kind: 'preset' }>, reading: SourceReading): Promise<Bytes> {
  const set = presetOf(source, reading.sets ?? presets);
  const { text, url } = (set?.text === undefined ? presetFiles[set?.file ?? ''] : { text: set.text, url: '' }) ?? {};
  if (text !== undefined) return new TextEncoder().encode(text);
  if (url === undefined) throw new Refused(`this page does not include the data set ${source.name}`);
  return download(new URL(url, reading.base), reading);
}

async function read(source: DataSource, reading: SourceReading): Promise<Bytes> {
  if (source.kind === 'preset') return readPreset(source, reading);
  if (source.kind === 'address') return download(asked(source.url, reading.base), reading);
  if (source.kind === 'file') return readFile(reading.file, source.name, reading);
  // The last line of what was pasted is whole: nothing cut it off, as a download may be.
  return new TextEncoder().encode(source.kind === 'text' ? source.text.replace(/[^\n]$/, '$&\n') : '');
}

/** Throws Refused, or the reason of the signal. */
export async function readSource(source: DataSource, reading: SourceReading): Promise<Bytes> {
  return decompress(await read(source, reading), reading);
}
