import { describe, expect, it } from 'vitest';
import { type Axis, countAxis, shareAxis, sizeAxis } from '../../../web/src/charts/axes';
import { ticksOf } from '../../../web/src/charts/axisTicks';
import { type Domain, scaleOf } from '../../../web/src/charts/scale';

const linear: Domain = { min: -20, max: 500, logarithmic: false };
const logarithmic: Domain = { min: 0.5, max: 2_000_000, logarithmic: true };

describe('a scale', () => {
  it('maps its ends, horizontally and vertically', () => {
    const x = scaleOf(linear, true, 40, 640);
    const y = scaleOf(linear, false, 200, 10);
    expect([x.pixelOf(-20), x.pixelOf(240), x.pixelOf(500)]).toEqual([40, 340, 640]);
    expect([y.pixelOf(-20), y.pixelOf(240), y.pixelOf(500)]).toEqual([200, 105, 10]);
  });

  it('spaces powers of ten equally if logarithmic', () => {
    const scale = scaleOf(logarithmic, true, 0, 300);
    const pixels = [1, 10, 100, 1000].map(scale.pixelOf);
    const steps = pixels.slice(1).map((pixel, i) => pixel - (pixels[i] ?? 0));
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 9);
    expect(scale.pixelOf(0.5)).toBe(0);
  });

  it.each([
    ['linear', linear],
    ['logarithmic', logarithmic],
  ])('inverts: %s', (_, domain) => {
    for (const scale of [scaleOf(domain, true, 33, 612), scaleOf(domain, false, 187, 9)]) {
      for (const value of [0.5, 1, 17, 384, 12_345]) {
        expect(scale.valueAt(scale.pixelOf(value)) / value).toBeCloseTo(1, 9);
      }
      expect(scale.valueAt(scale.from)).toBeCloseTo(domain.min, 9);
    }
  });

  it('extrapolates', () => {
    expect(scaleOf({ min: 0, max: 100, logarithmic: false }, true, 50, 150).valueAt(0)).toBe(-50);
  });
});

/** Every letter is as wide as this. */
const letter = 7;
const context = { measureText: (text: string) => ({ width: text.length * letter }) } as CanvasRenderingContext2D;

function labelsOn(axis: Axis, isHorizontal: boolean, length: number, em = 12): string[] {
  const scale = isHorizontal ? scaleOf(axis, true, 0, length) : scaleOf(axis, false, length, 0);
  return ticksOf(context, em, axis, scale).map(({ label }) => label);
}

describe('the ticks of an axis', () => {
  it('are as many round values as fit', () => {
    const axis = sizeAxis('length', 0, 392);
    expect(labelsOn(axis, true, 600)).toEqual(['0', '50', '100', '150', '200', '250', '300', '350']);
    expect(labelsOn(axis, true, 240)).toEqual(['0', '100', '200', '300']);
    expect(labelsOn(axis, true, 90)).toEqual(['0', '200']);
    expect(labelsOn(axis, false, 160)).toEqual(['0', '100', '200', '300']);
  });

  it('are fewer with larger fonts', () => {
    expect(labelsOn(sizeAxis('length', 0, 392), false, 160, 24)).toEqual(['0', '200']);
  });

  it('format counts compactly', () => {
    const powers = ['1', '10', '100', '1K', '10K', '100K', '1M'];
    expect(labelsOn(countAxis('items', 1_200_000, true), true, 600)).toEqual(powers);
    expect(labelsOn(countAxis('items', 1_200_000, false), false, 150)).toEqual(['0', '500K', '1M']);
    expect(labelsOn(shareAxis('efficiency', 0.9), false, 150)).toEqual(['90%', '92%', '94%', '96%', '98%', '100%']);
  });

  it('never touch each other', () => {
    for (let length = 10; length < 700; length += 7) {
      for (const axis of [sizeAxis('', 98, 102), sizeAxis('', 0, 1_234_567), countAxis('', 313_883, true)]) {
        const ticks = ticksOf(context, 12, axis, scaleOf(axis, true, 0, length));
        ticks.slice(1).forEach((tick, i) => {
          const before = ticks[i] as (typeof ticks)[number];
          expect(tick.middle - tick.width / 2).toBeGreaterThan(before.middle + before.width / 2);
        });
      }
    }
  });

  it('do not touch the labels of a neighbour', () => {
    const axis = countAxis('', 1000, true);
    const scale = scaleOf(axis, true, 100, 400);
    const [first] = ticksOf(context, 12, axis, scale);
    const rest = ticksOf(context, 12, axis, scale, { start: (first?.pixel ?? 0) + 1 });
    expect(rest).toEqual(ticksOf(context, 12, axis, scale).slice(1));
  });

  it('keep their labels within the canvas', () => {
    const axis = sizeAxis('', 0, 1000);
    const last = ticksOf(context, 12, axis, scaleOf(axis, true, 0, 400), { edge: 408 }).at(-1);
    expect(last).toMatchObject({ label: '1,000', pixel: 400, middle: 408 - (5 * letter) / 2 });
  });

  it('are none without room', () => {
    expect(labelsOn(countAxis('', 1_000_000, true), true, 1)).toEqual([]);
  });
});
