/** The recipes of docs/embedding.md. */
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../docs/embedding.md', import.meta.url), 'utf8');
const block = /((?:[^\n]+\n)+)\n```[\w-]+\n(.*?)^```$/gms;

/** The blocks of a section by the last name in the paragraph above each: { 'conf.py': '…' }. */
export function recipe(heading) {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (!section) throw new Error(`docs/embedding.md has no section "${heading}"`);
  const files = {};
  for (const [, above, text] of section.matchAll(block)) {
    const name = [...above.matchAll(/`([^`]+)`/g)].at(-1)?.[1];
    if (!name || name in files)
      throw new Error(`docs/embedding.md, ${heading}: a block needs a name of its own above it`);
    files[name] = text;
  }
  return files;
}
