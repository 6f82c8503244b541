/**
 * Parses option values like the program. Every function throws Refused, to which the caller adds the name of the option.
 * `components` is empty before the data are loaded.
 */
import type { DataSet } from '../data/presets';
import { Refused } from '../engine/refused';
import type { DataSource, SweepRange } from '../state/state';

export type Components = readonly string[];

/** Quoted, and truncated if long. */
export function shown(text: string): string {
  return `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`;
}

/** As in the core's table of options. */
interface Range {
  least?: number | null;
  most?: number | null;
  /** greater than `least`, not equal to it */
  above?: boolean;
}

function inRange(number: number, text: string, { least, most, above }: Range): number {
  if (typeof most === 'number' && number > most) throw new Refused(`${shown(text)} is too large`);
  if (typeof least === 'number' && number < least) throw new Refused(`${text} is less than ${least}`);
  if (number === least && above) throw new Refused(`${text} is not greater than ${least}`);
  return number;
}

export function wholeNumber(text: string, range: Range): number {
  if (!/^\d+$/.test(text)) throw new Refused(`${shown(text)} is not a whole number`);
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Refused(`${shown(text)} is too large`);
  return inRange(number, text, range);
}

/** A number of the program, in which a small one may stand with an exponent. */
export const decimalText = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export function decimal(text: string, range: Range): number {
  const number = Number(text);
  if (!decimalText.test(text) || !Number.isFinite(number)) throw new Refused(`${shown(text)} is not a number`);
  return inRange(number, text, range);
}

export function oneOf<T extends string>(text: string, names: readonly T[]): T {
  const found = names.find((name) => name === text);
  if (found === undefined) throw new Refused(`${shown(text)} is not one of ${names.join(', ')}`);
  return found;
}

/** A text that is not empty. */
export function nonEmpty(text: string): string {
  if (text === '') throw new Refused('the value is empty');
  return text;
}

/** A data set of ours by its name. */
export function presetNamed(name: string, sets: readonly DataSet[]): DataSource {
  const names = sets.map((set) => set.name);
  if (!names.includes(name)) {
    throw new Refused(`unknown data set ${shown(name)}; choose one of ${names.join(', ')}`);
  }
  return { kind: 'preset', name };
}

/** A component by name, by its part after the last `_` if unique, or by number from 1. */
export function componentNamed(text: string, components: Components): number {
  const exact = components.indexOf(text);
  if (exact >= 0) return exact;
  const byLastWord = components.filter((name) => name.slice(name.lastIndexOf('_') + 1) === text);
  if (byLastWord.length === 1) return components.indexOf(byLastWord[0] ?? '');
  const number = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  if (number > 0 && (components.length === 0 || number <= components.length)) return number - 1;
  throw new Refused(
    components.length > 0
      ? `unknown component ${shown(text)}; the components are ${components.join(', ')}`
      : `component ${shown(text)} is only known once the data is loaded; use its number (1-based)`,
  );
}

/** `4,8`, one number per component, or `NAME=8,…` with `least` for those not named. */
export function perComponent(parts: readonly string[], components: Components, least: number): number[] {
  if (!parts.some((part) => part.includes('='))) return parts.map((part) => wholeNumber(part, { least }));
  const numbers: number[] = components.map(() => least);
  for (const part of parts) {
    const at = part.lastIndexOf('=');
    if (at < 0) throw new Refused(`${shown(part)} is not of the form NAME=NUMBER`);
    const component = componentNamed(part.slice(0, at), components);
    while (numbers.length <= component) numbers.push(least);
    numbers[component] = wholeNumber(part.slice(at + 1), { least });
  }
  return numbers;
}

/** The values, if there is one per component. */
export function sameLength<T>(values: T[], components: Components): T[] {
  if (components.length === 0 || values.length === components.length) return values;
  const expected = components.length === 1 ? 'one number' : `${components.length} numbers`;
  throw new Refused(`expected ${expected} (${components.join(',')}), got ${values.length}`);
}

/** `FIRST`, `FIRST:LAST` or `FIRST:LAST:STEP`. */
function range(text: string): SweepRange {
  const parts = text.split(':');
  if (parts.length > 3) throw new Refused(`${shown(text)} is not of the form FIRST:LAST:STEP`);
  const [first = 1, last = first, step = 1] = parts.map((part) => wholeNumber(part, { least: 1 }));
  if (last < first) throw new Refused(`the end of ${shown(text)} is less than its start`);
  return { first, last, step };
}

/** One range per component, in their order or each as `NAME=FIRST:LAST:STEP`. */
export function ranges(texts: readonly string[], components: Components): SweepRange[] {
  const found: SweepRange[] = [];
  for (const [place, text] of texts.entries()) {
    const at = text.lastIndexOf('=');
    found[at < 0 ? place : componentNamed(text.slice(0, at), components)] = range(text.slice(at + 1));
  }
  for (let c = 0; c < Math.max(found.length, components.length); ++c) {
    const name = components[c] ?? String(c + 1);
    if (found[c] === undefined) throw new Refused(`no range for ${name}; add ${name}=FIRST:LAST`);
  }
  return found;
}
