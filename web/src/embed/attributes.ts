/** The attributes of the element. */
import { themes } from '../app/theme';
import { attributeNames } from '../options/share';
import { sections } from '../state/state';

/** Those that are not keys of a link. */
const own = ['hide', 'theme', 'height', 'compact', 'page'] as const;
export const allAttributes: readonly string[] = [...attributeNames, ...own];

export const listed = (text: string | null) => (text ?? '').split(',').flatMap((part) => part.trim() || []);

/** What any element may have, and what frameworks write. */
const foreign =
  /^(id|is|class|style|title|lang|dir|hidden|inert|slot|part|exportparts|role|tabindex|nonce|translate|draggable|contenteditable|autofocus|accesskey|(data|aria|item|on|v|ng|x)-?.*|.*[:@_.].*)$/;

const unknown = (what: string, given: string, known: readonly string[]) =>
  known.includes(given) ? [] : [`unknown ${what} "${given}"; use one of ${known.join(', ')}`];

/** What is wrong with an attribute and does not stop the element. */
function mistakesIn(name: string, value: string): string[] {
  if (name === 'hide') return listed(value).flatMap((section) => unknown('section in hide', section, sections));
  if (name === 'theme') return unknown('theme', value, themes);
  return foreign.test(name) ? [] : unknown('attribute', name, allAttributes);
}

const told = new Set<string>();

/** Warns once a page of every misspelt attribute and value. */
export function warnOfMistakes(element: Element): void {
  for (const { name, value } of element.attributes) {
    for (const mistake of mistakesIn(name, value)) {
      if (!told.has(mistake)) console.warn(`<tuplepack-playground>: ${mistake}`);
      told.add(mistake);
    }
  }
}
