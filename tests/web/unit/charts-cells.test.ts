import { describe, expect, it } from 'vitest';
import { extentOf, paletteColour, pixelsOf, scalePlace } from '../../../web/src/charts/heatMap';

const none = Number.NaN;

describe('heat map cells', () => {
  it('paints from the top, transparent without a value', () => {
    const cells = { columns: 2, rows: 2, values: Float64Array.of(1, none, none, 100), logarithmic: true };
    const pixels = pixelsOf(cells);
    expect(extentOf(cells)).toEqual([1, 100]);
    expect([...pixels.slice(0, 4)]).toEqual([0, 0, 0, 0]);
    expect([...pixels.slice(4, 8)]).toEqual([...paletteColour(1), 255]);
    expect([...pixels.slice(8, 12)]).toEqual([...paletteColour(0), 255]);
  });

  it('spreads a logarithmic scale evenly over the powers', () => {
    const values = Float64Array.of(1, 10, 100);
    const middle = (logarithmic: boolean) => [...pixelsOf({ columns: 3, rows: 1, values, logarithmic }).slice(4, 7)];
    expect(middle(true)).toEqual([...paletteColour(128 / 255)]);
    expect(middle(false)).toEqual([...paletteColour(23 / 255)]);
  });

  it('paints bounds faintly', () => {
    const cells = {
      columns: 2,
      rows: 1,
      values: Float64Array.of(0.5, 0.9),
      faint: Uint8Array.of(1, 0),
      logarithmic: false,
    };
    const pixels = pixelsOf(cells);
    expect(pixels[3]).toBeLessThan(128);
    expect(pixels[7]).toBe(255);
  });

  it('has no extent without values', () => {
    const cells = { columns: 1, rows: 1, values: Float64Array.of(none), logarithmic: true };
    expect(extentOf(cells)).toBeNull();
    expect([...pixelsOf(cells)]).toEqual([0, 0, 0, 0]);
  });

  it('becomes lighter monotonically', () => {
    const lightness = (t: number) => {
      const [red, green, blue] = paletteColour(t);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    for (let t = 0; t < 1; t += 0.01) expect(lightness(t + 0.01)).toBeGreaterThanOrEqual(lightness(t));
  });
});

it('the scale of colours is above the chart, and inside a narrow page', () => {
  expect(scalePlace(1000, 80, 220)).toEqual({ x: 80, step: 4 });
  for (const width of [1000, 332, 260, 100]) {
    const { x, step } = scalePlace(width, 80, 220);
    expect(x).toBeGreaterThanOrEqual(0);
    if (width > 220) expect(x + 220 + 32 * step).toBeLessThanOrEqual(width);
  }
  expect(scalePlace(332, 80, 220).step).toBeGreaterThan(3);
});
