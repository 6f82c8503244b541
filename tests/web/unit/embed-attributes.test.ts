/** The attributes of the element: their types, and what is said of mistakes. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

const stubWindow = () => vi.stubGlobal('window', { matchMedia: () => ({ addEventListener() {} }) });
beforeEach(() => {
  stubWindow();
  vi.resetModules();
});
const read = () => import('../../../web/src/embed/attributes');

test('the types of the package name every attribute', async () => {
  const types = readFileSync(new URL('../../../wasm/playground.d.ts', import.meta.url), 'utf8');
  const declared = [...types.matchAll(/^ {2}(\w+)\?: |^ {2}\| '([\w-]+)'/gm)].map(
    ([, field, option]) => field ?? option,
  );
  const { allAttributes } = await read();
  expect(declared.sort()).toEqual([...allAttributes].sort());
});

/** The warnings of elements with these attributes. */
async function warnings(...elements: Record<string, string>[]): Promise<string[]> {
  const { warnOfMistakes } = await read();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const element of elements) {
    const attributes = Object.entries(element).map(([name, value]) => ({ name, value }));
    warnOfMistakes({ attributes } as unknown as Element);
  }
  const given = warn.mock.calls.map(([text]) => String(text));
  warn.mockRestore();
  return given;
}

test('each mistake is told once', async () => {
  const wrong = { limit: '5', hide: 'data, nonsense', theme: 'Dark' };
  const told = await warnings(wrong, wrong);
  expect(told).toHaveLength(3);
  expect(told[0]).toMatch(/^<tuplepack-playground>: unknown attribute "limit"; use one of preset, src, .*limits/);
  expect(told[1]).toMatch(/unknown section in hide "nonsense"; use one of header, data/);
  expect(told[2]).toBe('<tuplepack-playground>: unknown theme "Dark"; use one of auto, light, dark');
});

test('attributes of every element and of frameworks are no mistakes', async () => {
  const fine = {
    class: 'a',
    id: 'b',
    style: '',
    'data-x': '',
    'aria-label': 'x',
    onclick: '',
    hidden: '',
    'v-cloak': '',
  };
  const frameworks = { '_ngcontent-a-1': '', 'xmlns:x': '', '@click': '', part: 'x', limits: '5', hide: 'data' };
  expect(await warnings(fine, frameworks)).toEqual([]);
});
