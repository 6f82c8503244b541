import type { Histogram } from 'tuplepack';
import { describe, expect, it } from 'vitest';
import { binningOf, edgeOf, joint, marginal, sizesOf } from '../../../web/src/views/sizes/binning';

function histogram(components: string[], sizes: number[], counts: number[]): Histogram {
  return { components, sizes: Float64Array.from(sizes), counts: Float64Array.from(counts) };
}

const graphs = histogram(['nodes', 'edges'], [2, 2, 3, 4, 3, 6, 7, 10], [5, 1, 2, 4]);

describe('binning', () => {
  it('gives every size its own cell if there is room', () => {
    expect(binningOf(graphs, 0, 512)).toEqual({ first: 2, width: 1, cells: 6, grain: 1 });
  });

  it('detects that edges are counted twice', () => {
    expect(binningOf(graphs, 1, 512)).toEqual({ first: 2, width: 2, cells: 5, grain: 2 });
  });

  it('makes cells of equal width if there is less room', () => {
    const binning = binningOf(graphs, 1, 3);
    expect(binning).toEqual({ first: 2, width: 4, cells: 3, grain: 2 });
    expect([0, 1, 2].map((cell) => sizesOf(binning, cell))).toEqual([
      [2, 4],
      [6, 8],
      [10, 12],
    ]);
  });

  it('never exceeds the maximum number of cells', () => {
    for (let most = 1; most < 12; ++most) expect(binningOf(graphs, 0, most).cells).toBeLessThanOrEqual(most);
  });

  it('handles a single size', () => {
    expect(binningOf(histogram(['length'], [7], [3]), 0, 512)).toEqual({ first: 7, width: 1, cells: 1, grain: 1 });
  });

  it('loses no item', () => {
    for (const most of [1, 2, 3, 512]) {
      const across = binningOf(graphs, 0, most);
      const up = binningOf(graphs, 1, most);
      const sum = (counts: Float64Array) => counts.reduce((a, b) => a + b, 0);
      expect(sum(marginal(graphs, 0, across))).toBe(12);
      expect(sum(joint(graphs, across, up))).toBe(12);
    }
  });

  it('puts counts into the cells of their sizes', () => {
    const across = binningOf(graphs, 0, 512);
    const up = binningOf(graphs, 1, 512);
    expect([...marginal(graphs, 0, across)]).toEqual([5, 3, 0, 0, 0, 4]);
    expect(joint(graphs, across, up)[2 * across.cells + 1]).toBe(2);
  });

  it('centres cells of a single size', () => {
    expect(edgeOf(binningOf(graphs, 1, 512), 0)).toBe(1);
  });
});
