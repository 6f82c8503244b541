import type { Segments } from 'tuplepack';

/**
 * Where each item of one pack lies, for one component. Items are laid one after the other.
 *
 * Items 3 and 2 in a capacity of 7: segmentIds 1 1 1 2 2 0 0, positionIds 0 1 2 0 1 0 0, cuSeqlens 0 3 5.
 */
export function segmentsOf(lengths: ArrayLike<number>, capacity: number): Segments {
  const segmentIds = new Int32Array(capacity);
  const positionIds = new Int32Array(capacity);
  const cuSeqlens = new Int32Array(lengths.length + 1);
  let begin = 0;
  for (let item = 0; item < lengths.length; ++item) {
    const length = lengths[item] as number;
    segmentIds.fill(item + 1, begin, begin + length);
    for (let position = 0; position < length && begin + position < capacity; ++position) {
      positionIds[begin + position] = position;
    }
    begin += length;
    cuSeqlens[item + 1] = begin;
  }
  return { segmentIds, positionIds, cuSeqlens };
}
