/** What embed.html documents is what the element accepts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sections, tabs } from '../../../web/src/state/state';

const page = readFileSync(new URL('../../../web/embed.html', import.meta.url), 'utf8');

test('embed.html lists every section that can be hidden', () => {
  const [, cell = ''] = /sections to hide[^<]*(.*?)<\/td>/s.exec(page) ?? [];
  expect([...cell.matchAll(/<code>(\w+)<\/code>/g)].map(([, name]) => name).sort()).toEqual([...sections].sort());
});

test('the examples of embed.html show no tabs', () => {
  const lists = [...page.matchAll(/hide=&?(?:quot;)?"?([\w,]+)/g)].map(([, names = '']) => names.split(','));
  expect(lists).toHaveLength(4);
  for (const names of lists) {
    expect(names.filter((name) => !(sections as readonly string[]).includes(name))).toEqual([]);
    expect(tabs.filter((tab) => !names.includes(tab))).toEqual([]);
  }
});
