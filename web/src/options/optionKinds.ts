/** Options as text: parsing into the state and back. */
import { furtherRows, type OptionField, type OptionRow, rowOfField } from '../engine/coreTables';
import { Refused } from '../engine/refused';
import { sameValue } from '../state/history';
import { type FurtherValue, initialState, type State } from '../state/state';
import { type Components, decimal, oneOf, perComponent, sameLength, wholeNumber } from './readers';

export interface Option {
  /** name in links, attributes and commands, without dashes */
  name: string;
  /** name in commands, if different */
  programName?: string;
  /** the fields of the state that it sets */
  fields: readonly (keyof State)[];
  /** if set, the only commands that support it on this page */
  onlyIn?: readonly string[];
  /** Throws Refused. */
  read(texts: readonly string[], components: Components): Partial<State>;
  /** as in a link; empty for the initial value */
  write(state: State): string[];
  /** as in a command, where that differs */
  command?(state: State, components: Components): string[];
}

/** Reads an option; errors name it. */
export function readOption(
  option: Option,
  texts: readonly string[],
  components: Components,
  name = option.name,
): Partial<State> {
  try {
    return option.read(texts, components);
  } catch (error) {
    throw error instanceof Refused ? new Refused(`${name}: ${error.message}`) : error;
  }
}

/** What is separated by commas. */
export function parts(texts: readonly string[]): string[] {
  return texts
    .join(',')
    .split(',')
    .map((text) => text.trim());
}

/** The name of the component; its number before the data are loaded, and where the name would be read as something else. */
export function nameOf(component: number, components: Components): string {
  const name = components[component] ?? ',';
  return /,|^items$/.test(name) ? String(component + 1) : name;
}

/** How a value is read, by the kind of its option; others are texts as they are. */
const parsers: Readonly<Record<string, (text: string, row: OptionRow) => FurtherValue>> = {
  // React writes "true" and "false"
  flag: (text) => ['', 'true'].includes(text) || (text !== 'false' && oneOf(text, ['on', 'off']) === 'on'),
  count: wholeNumber,
  counts: wholeNumber,
  decimal,
  choice: (text, { choices }) => oneOf(text, choices ?? []),
};

const parsed = (row: OptionRow, text: string): FurtherValue => parsers[row.kind]?.(text, row) ?? text;

/** The value of a field as text: lists with commas, flags that are set as `on`. */
const written = (value: unknown) => (value === true ? 'on' : String(value));

/** An option that sets a field. */
export function option<Field extends keyof State>(
  name: string,
  field: Field,
  read: (texts: readonly string[], components: Components) => State[Field],
): Option {
  return {
    name,
    fields: [field],
    read: (texts, components) => ({ [field]: read(texts, components) }),
    write: (state) => (sameValue(state[field], initialState[field]) ? [] : [written(state[field])]),
  };
}

/** An option with one value, parsed by kind. */
export function single(field: OptionField): Option {
  const row = rowOfField[field];
  return option(row.name, field, ([text = '']) => parsed(row, text));
}

export const singles = (...fields: readonly OptionField[]): Option[] => fields.map(single);

/** The options that only their rows describe. */
export const furtherOptions: readonly Option[] = furtherRows.map((row) => ({
  name: row.name,
  fields: ['further'],
  read: ([text = '']) => ({ further: { [row.name]: parsed(row, text) } }),
  write: ({ further }) => {
    const value = further[row.name] ?? false;
    return value === false || String(value) === row.default ? [] : [written(value)];
  },
}));

export function alignment(name: string, field: 'alignItem' | 'alignTotal'): Option {
  const read = (texts: readonly string[], components: Components) => {
    const numbers = perComponent(parts(texts), components, 1);
    const [every] = numbers;
    const spread = numbers.length === 1 && every !== undefined && components.length > 1;
    return spread ? components.map(() => every) : sameLength(numbers, components);
  };
  return {
    ...option(name, field, read),
    command: (state, components) => {
      const numbers = state[field];
      const [every = 1] = numbers;
      if (numbers.every((number) => number === every)) return every === 1 ? [] : [String(every)];
      return [numbers.flatMap((number, c) => (number === 1 ? [] : `${nameOf(c, components)}=${number}`)).join(',')];
    },
  };
}
