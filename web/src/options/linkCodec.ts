/** Text in links: deflated, then base64url. */

/** Longer texts do not fit into a link. */
const longestText = 1 << 18;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream, longest: number) {
  const source = new Blob([bytes]).stream().pipeThrough(stream) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of source) {
    length += piece.length;
    if (length > longest) return null;
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

async function deflate(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  const characters = Array.from(bytes ?? [], (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

let last: { text: string; packed: Promise<string> } | null = null;

/** Null if the text is too long. Keeps the last result: settings change more often than data. */
export async function deflateText(text: string): Promise<string | null> {
  if (text.length > longestText) return null;
  if (last?.text !== text) last = { text, packed: deflate(text) };
  return last.packed;
}

/** Throws on corrupt input; null if the text is longer than any that fits into a link. */
export async function inflateText(packed: string): Promise<string | null> {
  if (!/^[\w-]*$/.test(packed)) throw new TypeError();
  const characters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
  const text = await through(bytes, new DecompressionStream('deflate-raw'), 4 * longestText);
  return text && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
}
