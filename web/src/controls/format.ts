type Format = (value: number) => string;

/** 32901 → 32,901 */
export const whole: Format = new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format;

/** 1250000 → 1.3M, for ticks */
export const compact: Format = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format;

/** 0.9534 → 95.34%; only 1 becomes 100.00% */
export function percent(share: number): string {
  return `${(share < 1 ? Math.min(share * 100, 99.99) : share * 100).toFixed(2)}%`;
}

/** 1 pack, 3,744 packs */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : several}`;
}

/** 512 bytes, 1.3 MB */
export function bytes(count: number): string {
  if (count < 1000) return counted(count, 'byte');
  const power = Math.min(Math.floor(Math.log10(count) / 3), 4);
  return `${(count / 1000 ** power).toFixed(1)} ${['', 'kB', 'MB', 'GB', 'TB'][power]}`;
}
