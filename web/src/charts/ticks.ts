/** Round values for axes. */
import { ticks } from 'd3-array';

/** At most `most` multiples of 1, 2 or 5 times a power of ten, with a step of at least `least`. */
export function roundTicks(min: number, max: number, most: number, least: number): number[] {
  // d3 treats the number of ticks as a hint, and may return half as many more
  for (let wish = Math.min(most, (max - min) / least); wish > 0; --wish) {
    const values = ticks(min, max, wish);
    if (values.length <= most) return values;
  }
  return [];
}

/** At most `most` powers of ten from 1, equally spaced; none if there is no room for two. */
export function powerTicks(max: number, most: number): number[] {
  if (most < 2) return [];
  const decades = Math.max(Math.floor(Math.log10(max) + 1e-9), 0);
  const stride = Math.ceil((decades + 1) / Math.floor(most));
  const powers: number[] = [];
  for (let power = 0; power <= decades; power += stride) powers.push(10 ** power);
  return powers;
}
