/** Text that travels in a link: deflated, in base64url. */

/** Longer text is not tried: no link would hold it. */
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

/** Null where the text is too long to be tried. */
export async function deflateText(text: string): Promise<string | null> {
  if (text.length > longestText) return null;
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  const characters = Array.from(bytes ?? [], (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Throws where the characters are damaged; null where they unpack to more than any link made here. */
export async function inflateText(packed: string): Promise<string | null> {
  if (!/^[\w-]*$/.test(packed)) throw new TypeError();
  const characters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
  const text = await through(bytes, new DecompressionStream('deflate-raw'), 4 * longestText);
  return text && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
}
