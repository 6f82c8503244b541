/** The documentation as pages of the site: what they link to is there. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { docsFiles, placeOf, slug } from '../../../web/vite/docs';

const files = new Map(docsFiles().map(({ fileName, source }) => [fileName, source.toString()]));
const pages = [...files].filter(([name]) => name.endsWith('.html'));
const unescaped = (text: string) => text.replaceAll('&amp;', '&');
const withoutCode = (text: string) => text.replaceAll(/<code>.*?<\/code>/gs, '');

test('files have places in docs/', () => {
  expect(placeOf('README.md')).toBe('index.html');
  expect(placeOf('docs/tour/molecules.md')).toBe('tour/molecules.html');
  expect(placeOf('wasm/README.md')).toBe('wasm/index.html');
  expect(placeOf('docs/packing.svg')).toBe('packing.svg');
  expect(placeOf('LICENSE')).toBe('LICENSE.txt');
  expect(slug('On your site: `<script>`, in 5 minutes')).toBe('on-your-site-script-in-5-minutes');
});

test('every page of docs/ is reached from README.md', () => {
  const written = readdirSync(new URL('../../../docs/', import.meta.url), { recursive: true, encoding: 'utf8' });
  const missing = written.filter((name) => name.endsWith('.md') && !files.has(placeOf(`docs/${name}`)));
  expect(missing).toEqual([]);
});

test('every link leads to a file, and to a heading of it', () => {
  const dead = pages.flatMap(([from, text]) =>
    [...withoutCode(text).matchAll(/(?:href|src)="([^"]*)"/g)]
      .map(([, href = '']) => unescaped(href))
      .filter((href) => !/^(?:https?|data|mailto):/.test(href))
      .filter((href) => {
        const [name = '', heading] = href.split('#');
        const place = name === '' ? from : join(dirname(from), name);
        if (place === '../index.html') return false; // the playground
        const target = files.get(place);
        return target === undefined || (heading !== undefined && !target.includes(`id="${heading}"`));
      })
      .map((href) => `${from}: ${href}`),
  );
  expect(dead).toEqual([]);
});

test('a page shows its Markdown, with the pages of its guide', () => {
  const text = files.get('tour/molecules.html') ?? '';
  expect(text).toContain('<title>I batch molecules');
  expect(text).toContain('<link rel="stylesheet" href="../style.css">');
  expect(text).toMatch(/<nav.*href="language-models\.html".*<\/nav>/s);
  expect(text).not.toContain('```');
  expect(text).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self';`);
  expect(files.get('commands.html')).toContain('<table>');
});

test('what scrolls has a role and a name of its own for screen readers', () => {
  for (const [page, text] of pages) {
    const tables = text.split('<table>').length - 1;
    const named = [...text.matchAll(/<(div class="wide"|pre) role="region" aria-label="([^"<]+)" tabindex="0">/g)];
    expect(named.filter(([, , name]) => name?.startsWith('Table: ')).length, page).toBe(tables);
    expect(text.split('tabindex').length - 1, page).toBe(named.length);
    expect(new Set(named.map(([, , name]) => name)).size, page).toBe(named.length);
  }
  expect(files.get('embedding.html')).toContain('aria-label="Table: The playground in your docs, 2"');
});
