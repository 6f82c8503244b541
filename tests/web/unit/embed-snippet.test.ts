import { beforeAll, expect, test, vi } from 'vitest';
import { openFiles } from '../../../web/src/data/sources';
import { embedSnippet, fileBeside, fromAttributes } from '../../../web/src/options/share';
import { initialState, type State } from '../../../web/src/state/state';
import { randomState } from './states';

beforeAll(() => vi.stubGlobal('document', { baseURI: 'https://example.org/docs/' }));

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The attributes of the element, as a browser reads them. */
function attributesOf(snippet: string): [string, string][] {
  const [, written = ''] = /<tuplepack-playground([^>]*)>/.exec(snippet) ?? [];
  return [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]);
}

const preset: State = { ...initialState, data: { kind: 'preset', name: 'molhiv' }, limits: [222, 502], depth: 256 };

test('a snippet loads the script of the site, or one beside the page', async () => {
  expect(await embedSnippet(preset, 'https://example.org/some/index.html#v=1')).toBe(
    '<script src="https://example.org/some/tuplepack-playground.js" defer></script>\n' +
      '<tuplepack-playground preset="molhiv" limits="222,502" depth="256"></tuplepack-playground>\n',
  );
  expect(await embedSnippet(preset, '')).toContain('<script src="tuplepack-playground.js" defer>');
  expect(await embedSnippet(preset, 'https://example.org/some/index.html?theme=dark#v=1', true)).toContain(
    ' depth="256" compact page="https://example.org/some/index.html"></tuplepack-playground>',
  );
  expect(await embedSnippet(preset, '', true)).toContain(' depth="256" compact></tuplepack-playground>');
});

test('a snippet keeps the state, but does not open on the tab that it is taken from', async () => {
  for (let seed = 1; seed <= 100; ++seed) {
    const state = randomState(seed, 2);
    const { value, error } = await fromAttributes(attributesOf(await embedSnippet(state, '')));
    expect(error).toBeUndefined();
    const data = state.data.kind === 'address' ? { ...state.data, url: new URL(state.data.url).href } : state.data;
    const tab = state.tab === 'export' ? 'plan' : state.tab;
    expect(value, `seed ${seed}`).toEqual({ ...state, data, tab });
  }
});

test('a local file becomes one beside the page, and a relative address absolute', async () => {
  const file: State = { ...initialState, data: { kind: 'file', name: 'a "b" & c.csv' } };
  expect(await embedSnippet(file, '')).toContain(' src="a%20%22b%22%20%26%20c.csv"');
  const sharp: State = { ...initialState, data: { kind: 'file', name: '100%#1?.csv' } };
  expect(await embedSnippet(sharp, '')).toContain(' src="100%25%231%3F.csv"');
  const address: State = { ...initialState, data: { kind: 'address', url: 'sizes.csv' } };
  expect(await embedSnippet(address, '')).toContain(' src="https://example.org/docs/sizes.csv"');
});

test('several files become one, and a text that is too long for a snippet becomes a file', async () => {
  const several: State = { ...initialState, data: openFiles([new File([], 'b.csv'), new File([], 'a.csv')]) };
  expect(fileBeside(several)).toBe('a.csv');
  expect(await embedSnippet(several, '')).toContain(' src="a.csv"');
  const long: State = { ...initialState, data: { kind: 'text', text: '5\n'.repeat(1 << 18), name: '' } };
  expect(fileBeside(long)).toBe('sizes.csv');
  expect(await embedSnippet(long, '')).toContain(' src="sizes.csv"');
  const short: State = { ...initialState, data: { kind: 'text', text: '5\n', name: '' } };
  expect(fileBeside(short)).toBe('');
  expect(await embedSnippet(short, '')).toContain(' data="');
});

test('an address that is none stays as it is', async () => {
  const address: State = { ...initialState, data: { kind: 'address', url: 'http://' }, depth: 3 };
  expect(await embedSnippet(address, '')).toContain(' src="http://" depth="3"');
});
