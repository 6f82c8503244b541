/** Text in links: deflated, then base64url. */
import { collect, unpacked } from '../data/bytes';

/** Longer texts do not fit into a link. */
export const longestText = 1 << 18;

async function deflate(text: string): Promise<string> {
  const bytes = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), 0);
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

let last: { text: string; packed: Promise<string> } | null = null;

/** Null if the text is too long. Keeps the last result: settings change more often than data. */
export async function deflateText(text: string): Promise<string | null> {
  if (text.length > longestText) return null;
  if (last?.text !== text) last = { text, packed: deflate(text) };
  return last.packed;
}

/** Throws on corrupt input; RangeError if the text is longer than any that fits into a link. */
export async function inflateText(packed: string): Promise<string> {
  if (!/^[\w-]*$/.test(packed)) throw new TypeError();
  const characters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
  const text = await collect(unpacked(bytes, 'deflate-raw'), 0, {}, 4 * longestText);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
}
