import { describe, expect, it } from 'vitest';
import { pairsSeen, pixelsOf, sees } from '../../../web/src/engine/mask';

describe('mask', () => {
  it('has a pixel for every position of a small pack', () => {
    const ids = Int32Array.of(1, 1, 1, 2, 2, 0, 0);
    expect(pixelsOf(ids)).toEqual(ids);
    expect(pixelsOf(ids).buffer).not.toBe(ids.buffer);
  });

  it('samples the positions of a large pack', () => {
    const ids = new Int32Array(1024).map((_, place) => Math.floor(place / 2));
    expect(pixelsOf(ids)).toEqual(Int32Array.from({ length: 512 }, (_, pixel) => pixel));
    expect(pixelsOf(new Int32Array(513)).length).toBe(512);
  });

  it('has 32 keys to a word, the lowest bit first', () => {
    const side = 33;
    const bits = new Uint32Array(2 * side);
    bits[2 * 5] = 2 ** 31 + 2;
    bits[2 * 5 + 1] = 1;
    const seen = [0, 1, 2, 30, 31, 32].filter((key) => sees(bits, side, 5, key));
    expect(seen).toEqual([1, 31, 32]);
    expect(sees(bits, side, 4, 1)).toBe(false);
  });

  it('counts its pairs', () => {
    const pairs = (causal: boolean, padding: string) => pairsSeen([3, 2], 7, { causal, padding });
    expect(['none', 'self', 'block'].map((padding) => pairs(false, padding))).toEqual([13, 15, 17]);
    expect(['none', 'self', 'block'].map((padding) => pairs(true, padding))).toEqual([9, 11, 12]);
    expect(pairsSeen([], 4, {})).toBe(4);
  });
});
