/** What the core's errors ask, in the core's own words. */
import { readFileSync } from 'node:fs';
import { loadTuplepack, type ReadOptions } from 'tuplepack';
import { expect, test } from 'vitest';
import { choiceOf, questionOf, titleOf } from '../../../web/src/data/readings';
import { detectColumns } from '../../../web/src/engine/columns';

const quick = new URL('../../../build/wasm/package/quick.wasm', import.meta.url);
const core = await loadTuplepack({ wasmBinary: readFileSync(quick) });
const bytes = (text: string) => new TextEncoder().encode(text);

/** Titles of the readings, and the items that each reads. */
function answersTo(text: string): Record<string, number> {
  const { error } = core.readHistogram(bytes(text));
  if (!error) throw new Error('it was read');
  const columns = detectColumns(core, bytes(text), true);
  const answers = questionOf(error).readings.map((reading): [string, number] => {
    const { value } = core.readHistogram(bytes(text), choiceOf(reading, columns) as ReadOptions);
    return [titleOf(reading), value?.counts.reduce((sum, count) => sum + count, 0) ?? 0];
  });
  return Object.fromEntries(answers);
}

test('every question of the core is asked, and each answer reads the file', () => {
  expect(answersTo('5,1\n7,1\n9,2\n')).toEqual({ 'Counts are in column 2': 4, 'Both are sizes': 3 });
  expect(answersTo('  3 12\n  5 13\n  7 20\n  1 22\n')).toEqual({ 'Counts are in column 1': 16, 'Both are sizes': 4 });
  expect(answersTo(',my length\n500,5\n400,9\n100,33\n')).toEqual({
    'Sizes are in column 2': 3,
    'Sizes are in column 1, counts in column 2': 47,
  });
});

test.each(['len (tok)', 'len,tok', 'a --b'])('a column may be named %j', (name) => {
  expect(Object.values(answersTo(`,"${name}"\n500,5\n400,9\n100,33\n`))).toEqual([3, 47]);
});

test('other errors are no questions', () => {
  const { error } = core.readHistogram(bytes('tokens\nx\n'));
  for (const message of [
    error?.message ?? '',
    'a note (--count-column another, or --columns)',
    'a (--depth 3), b (--x)',
  ]) {
    expect(questionOf({ message })).toEqual({ error: { message }, readings: [] });
  }
});
