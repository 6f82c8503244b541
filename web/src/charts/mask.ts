/** The mask of attention as a picture, whose pixels may each stand for several places. */
import type { MaskOptions } from 'tuplepack';

const mostPixels = 512;

/** The segment of every pixel along one side: of the place in its middle. No more pixels than places. */
export function pixelsOf(segmentIds: Int32Array): Int32Array {
  const side = Math.min(segmentIds.length, mostPixels);
  return Int32Array.from(
    { length: side },
    (_, pixel) => segmentIds[Math.floor(((pixel + 0.5) * segmentIds.length) / side)] as number,
  );
}

/** Whether the query sees the key, in the core's bits of a mask of `side` places. */
export function sees(bits: Uint32Array, side: number, query: number, key: number): boolean {
  const word = bits[query * Math.ceil(side / 32) + (key >> 5)] as number;
  return ((word >>> (key & 31)) & 1) === 1;
}

/** Pairs of places that see each other, and so bits of the whole mask. */
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
