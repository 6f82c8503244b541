/** The attention mask as a picture, whose pixels may each represent several positions. */
import type { MaskOptions } from 'tuplepack';

const mostPixels = 512;

/** The segment of every pixel along one side: that of the position at its centre. At most one pixel per position. */
export function pixelsOf(segmentIds: Int32Array): Int32Array {
  const side = Math.min(segmentIds.length, mostPixels);
  return Int32Array.from(
    { length: side },
    (_, pixel) => segmentIds[Math.floor(((pixel + 0.5) * segmentIds.length) / side)] as number,
  );
}

/** Whether the query attends to the key, in the core's bit mask with `side` positions. */
export function sees(bits: Uint32Array, side: number, query: number, key: number): boolean {
  const word = bits[query * Math.ceil(side / 32) + (key >> 5)] as number;
  return ((word >>> (key & 31)) & 1) === 1;
}

/** Number of set bits of the full mask. */
export function pairsSeen(
  lengths: number[],
  capacity: number,
  { causal = false, padding = 'self' }: MaskOptions,
): number {
  const within = (places: number) => (causal ? (places * (places + 1)) / 2 : places ** 2);
  const rest = lengths.reduce((left, length) => left - length, capacity);
  const blocks = padding === 'block' ? [...lengths, rest] : lengths;
  return blocks.reduce((pairs, places) => pairs + within(places), padding === 'self' ? rest : 0);
}
