import { expect, test } from 'vitest';
import { excerpt } from '../../../web/src/views/data/DataFields';

test('the wrong token is found by its column in bytes', () => {
  expect(excerpt('3,four', 3)).toEqual(['3,', 'four', '']);
  expect(excerpt('füü,x', 7)).toEqual(['füü,', 'x', '']);
  expect(excerpt('😀,\u{65e5}\u{672c},-3,5', 13)).toEqual(['😀,\u{65e5}\u{672c},', '-3', ',5']);
  expect(excerpt('5', 0)).toEqual(['', '5', '']);
});
