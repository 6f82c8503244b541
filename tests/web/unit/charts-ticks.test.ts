import { describe, expect, it } from 'vitest';
import { powerTicks, roundTicks } from '../../../web/src/charts/ticks';

describe('ticks', () => {
  it('are round', () => {
    expect(roundTicks(0, 438, 4, 1)).toEqual([0, 200, 400]);
    expect(roundTicks(218, 530, 7, 1)).toEqual([250, 300, 350, 400, 450, 500]);
    expect(roundTicks(0, 3, 10, 1)).toEqual([0, 1, 2, 3]);
    expect(roundTicks(0.9, 1, 6, 0.01)).toHaveLength(6);
  });

  it('are powers of ten on a logarithmic axis', () => {
    expect(powerTicks(4_000_000, 8)).toEqual([1, 10, 100, 1000, 10_000, 100_000, 1_000_000]);
    expect(powerTicks(4_000_000, 3)).toEqual([1, 1000, 1_000_000]);
    expect(powerTicks(3, 2)).toEqual([1]);
  });
});
