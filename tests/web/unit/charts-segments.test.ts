import { describe, expect, it } from 'vitest';
import { maskOf, pairsSeen } from '../../../web/src/charts/mask';
import { segmentsOf } from '../../../web/src/charts/segments';

describe('segments', () => {
  it('lays items one after the other', () => {
    const { segmentIds, positionIds, cuSeqlens } = segmentsOf([3, 2], 7);
    expect([...segmentIds]).toEqual([1, 1, 1, 2, 2, 0, 0]);
    expect([...positionIds]).toEqual([0, 1, 2, 0, 1, 0, 0]);
    expect([...cuSeqlens]).toEqual([0, 3, 5]);
  });

  it('gives an item of no size a segment without places', () => {
    const { segmentIds, cuSeqlens } = segmentsOf([2, 0, 1], 4);
    expect([...segmentIds]).toEqual([1, 1, 3, 0]);
    expect([...cuSeqlens]).toEqual([0, 2, 2, 3]);
  });
});

describe('mask', () => {
  const { segmentIds } = segmentsOf([2, 1], 4);

  it('is block-diagonal, without padding', () => {
    expect([...maskOf(segmentIds, 4, false)]).toEqual([1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
  });

  it('sees nothing ahead when causal', () => {
    expect([...maskOf(segmentIds, 4, true)]).toEqual([1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
  });

  it('counts what it shows', () => {
    for (const causal of [false, true]) {
      expect(pairsSeen([2, 1], causal)).toBe(maskOf(segmentIds, 4, causal).filter((segment) => segment > 0).length);
    }
  });

  it('can be drawn smaller than the pack', () => {
    expect([...maskOf(segmentsOf([4, 2], 8).segmentIds, 4, false)]).toEqual([
      1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0,
    ]);
  });
});
