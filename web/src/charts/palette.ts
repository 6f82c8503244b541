/**
 * Viridis (Smith and van der Walt, CC0) as stops for interpolation, without its darkest fifth, which is invisible on a dark
 * page.
 */
const stops = [0x414487, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725];

function channel(stop: number, shift: number): number {
  return ((stops[stop] ?? 0) >> shift) & 255;
}

/** The colour of t, 0 … 1, as three bytes. */
export function paletteColour(t: number): [number, number, number] {
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const below = Math.min(Math.floor(at), stops.length - 2);
  const part = at - below;
  const mix = (shift: number) => Math.round(channel(below, shift) * (1 - part) + channel(below + 1, shift) * part);
  return [mix(16), mix(8), mix(0)];
}
