import { expect, it } from 'vitest';
import { compact, percent, whole } from '../../../web/src/controls/format';

it('formats numbers for reading', () => {
  expect(whole(16_279_552)).toBe('16,279,552');
  expect(compact(1_250_000)).toBe('1.3M');
  expect(percent(0.95346)).toBe('95.35%');
});

it('shows 100% only for exactly 1', () => {
  expect(percent(0.99999)).toBe('99.99%');
  expect(percent(1)).toBe('100.00%');
});
