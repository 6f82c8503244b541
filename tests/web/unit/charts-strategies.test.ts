import type { Packed } from 'tuplepack';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../web/src/data/runs';
import {
  extremesOf,
  figuresOf,
  itemsOf,
  lengthsOf,
  orderOf,
  searchedSizes,
  shownStrategy,
} from '../../../web/src/views/strategies/strategies';

/** Three strategies on (nodes, edges) with the limits 20 and 40: {17,38} · {3,4 ×2, 5,8} · {5,8}. */
const packed = {
  histogram: {
    components: ['nodes', 'edges'],
    sizes: Float64Array.of(3, 4, 5, 8, 17, 38),
    counts: Float64Array.of(10, 8, 9),
  },
  limits: [20, 40],
  plan: {
    offsets: Float64Array.of(0, 1, 3, 4),
    bins: Uint32Array.of(2, 0, 1, 1),
    copies: Float64Array.of(1, 2, 1, 1),
    repeats: Float64Array.of(9, 5, 3),
  },
} as Packed;
const figures = figuresOf(packed);

describe('strategies', () => {
  it('counts items and fill', () => {
    expect([...figures.items]).toEqual([1, 3, 1]);
    expect([...figures.fill].map((share) => Math.round(share * 100))).toEqual([85, 95, 55, 40, 25, 20]);
  });

  it('expands runs into items', () => {
    const runs = runsOf(packed, 1);
    expect(runs).toEqual([
      { sizes: [3, 4], copies: 2 },
      { sizes: [5, 8], copies: 1 },
    ]);
    expect(lengthsOf(runs, 1)).toEqual([4, 4, 8]);
  });

  it('draws a pack of billions of items as a few', () => {
    const runs = [
      { sizes: [3], copies: 2_000_000_000 },
      { sizes: [7], copies: 1 },
    ];
    expect(itemsOf(runs)).toBe(2_000_000_001);
    const lengths = lengthsOf(runs, 0, 1000);
    expect(lengths).toHaveLength(1001);
    expect(lengths.reduce((sum, length) => sum + length)).toBeCloseTo(6_000_000_007, 3);
    expect(lengthsOf(runs.slice(1), 0, 1000)).toEqual([7]);
  });

  it('sorts by any column, stably', () => {
    const by = (key: 'strategy' | 'repeats' | 'items' | number, descending: boolean) => [
      ...orderOf(packed, figures, { key, descending }, null),
    ];
    expect(by('strategy', true)).toEqual([2, 1, 0]);
    expect(by('repeats', false)).toEqual([2, 1, 0]);
    expect(by('items', true)).toEqual([1, 0, 2]);
    expect(by('items', false)).toEqual([0, 2, 1]);
    expect(by(1, true)).toEqual([0, 1, 2]);
  });

  it('finds strategies by the size of an item', () => {
    const found = (text: string) => [
      ...orderOf(packed, figures, { key: 'strategy', descending: false }, searchedSizes(text)),
    ];
    expect(found('8')).toEqual([1, 2]);
    expect(found('17,38')).toEqual([0]);
    expect(found('(17, 38)')).toEqual([0]);
    expect(found('17,8')).toEqual([]);
    expect(found('')).toEqual([0, 1, 2]);
  });

  it('accepts only whole numbers as sizes', () => {
    expect(searchedSizes(' 17 38 ')).toEqual([17, 38]);
    for (const text of ['', 'x', '1.5', '-3']) expect(searchedSizes(text)).toBeNull();
  });

  it('finds the fullest and the emptiest pack', () => {
    expect(extremesOf(figures)).toEqual({ fullest: 0, emptiest: 2 });
    expect(extremesOf({ items: new Float64Array(), fill: new Float64Array() })).toBeNull();
  });
});

it('the strategy shown first is the commonest with several items', () => {
  const plan = {
    repeats: Float64Array.from([50, 3, 9]),
    offsets: Float64Array.from([0, 1, 3, 4]),
    bins: Float64Array.from([0, 0, 1, 1]),
    copies: Float64Array.from([1, 1, 1, 4]),
  };
  expect(shownStrategy({ plan } as unknown as Packed, null)).toBe(2);
  expect(shownStrategy({ plan } as unknown as Packed, 1)).toBe(1);
  expect(shownStrategy({ plan } as unknown as Packed, 7)).toBe(2);
  const alone = { ...plan, repeats: Float64Array.from([5]), offsets: Float64Array.from([0, 1]) };
  expect(shownStrategy({ plan: alone } as unknown as Packed, null)).toBe(0);
});
