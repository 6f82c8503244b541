/** The block-diagonal mask of attention: places see places of the same item, and none before them if causal. */

/** The side of the picture: no larger than the pack, and no larger than `most`. */
export function maskSide(capacity: number, most: number): number {
  return Math.min(capacity, most);
}

/** The item whose places see each other at every pixel, row by row; 0 where nothing is seen. Each pixel is its middle. */
export function maskOf(segmentIds: Int32Array, side: number, causal: boolean): Int32Array {
  const at = (pixel: number) => segmentIds[Math.floor(((pixel + 0.5) * segmentIds.length) / side)] as number;
  const mask = new Int32Array(side * side);
  for (let query = 0; query < side; ++query) {
    const segment = at(query);
    if (segment === 0) continue;
    const end = causal ? query + 1 : side;
    for (let key = 0; key < end; ++key) {
      if (at(key) === segment) mask[query * side + key] = segment;
    }
  }
  return mask;
}

/** Pairs of places that see each other. */
export function pairsSeen(lengths: ArrayLike<number>, causal: boolean): number {
  let pairs = 0;
  for (let item = 0; item < lengths.length; ++item) {
    const length = lengths[item] as number;
    pairs += causal ? (length * (length + 1)) / 2 : length * length;
  }
  return pairs;
}
