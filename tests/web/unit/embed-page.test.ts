/** What embed.html documents is what the element accepts, and what docs/embedding.md says. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { presets } from '../../../web/src/data/presets';
import { available } from '../../../web/src/data/sources';
import { sections, tabs } from '../../../web/src/state/state';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const page = read('web/embed.html');
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

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

test('docs/embedding.md lists the data sets and views that attributes of the element take', () => {
  const words = (attribute: string, listed: RegExp) => {
    const [row = ''] = new RegExp(`^\\| \`${attribute}\` .*$`, 'm').exec(read('docs/embedding.md')) ?? [];
    return [...(listed.exec(row)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, word]) => word).sort();
  };
  expect(words('preset', /\((.*)\)/)).toEqual(
    available(presets)
      .map(({ name }) => name)
      .sort(),
  );
  expect(words('tab', /open: (.*) \|/)).toEqual(tabs.filter((tab) => tab !== 'temporal').sort());
});

for (const title of [
  'Sphinx',
  'Sphinx: in a page',
  'MkDocs',
  'Docusaurus',
  'VitePress',
  'Hugo',
  'Content security policy',
]) {
  test(`the snippet of embed.html is a tested recipe of docs/embedding.md: ${title}`, () => {
    const [, section = ''] = page.split(`<h2>${title}</h2>`);
    const [, snippet = ''] = /<pre><code>(.*?)<\/code>/s.exec(section) ?? [];
    expect(snippet).not.toBe('');
    expect(read('docs/embedding.md')).toContain(`\n${unescaped(snippet)}\n\`\`\``);
  });
}
