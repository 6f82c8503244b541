/** What options are like: how the text of each becomes a part of the state, and the state its text. */
import { errorText } from '../text/errors';
import { type Components, decimal, OptionError, oneOf, perComponent, sameLength, wholeNumber } from './readers';
import { initialState, type State } from './state';

export interface Option {
  /** the program's name for it, without dashes */
  name: string;
  /** the fields of the state that it sets */
  fields: readonly (keyof State)[];
  /** may be given once per component */
  repeats?: boolean;
  /** on the command line it stands without a value */
  flag?: boolean;
  /** Throws OptionError. */
  read(texts: readonly string[], components: Components): Partial<State>;
  /** as in a link; nothing where the state has what it starts with */
  write(state: State): string[];
  /** as in a command, where that differs */
  command?(state: State, components: Components): string[];
}

type FieldOf<T> = { [K in keyof State]: State[K] extends T ? (T extends State[K] ? K : never) : never }[keyof State];

export function parts(texts: readonly string[]): string[] {
  return texts.join(',').split(',');
}

/** The component's name, or its number where the data have not been read. */
export function nameOf(component: number, components: Components): string {
  return components[component] ?? String(component + 1);
}

export function text(name: string, field: FieldOf<string>, empty = false): Option {
  return {
    name,
    fields: [field],
    read: ([value = '']) => {
      if (value === '' && !empty) throw new OptionError(errorText.noName);
      return { [field]: value };
    },
    write: (state) => (state[field] === initialState[field] ? [] : [state[field]]),
  };
}

export function whole(name: string, field: FieldOf<number>, least: number): Option {
  return {
    name,
    fields: [field],
    read: ([value = '']) => ({ [field]: wholeNumber(value, least) }),
    write: (state) => (state[field] === initialState[field] ? [] : [String(state[field])]),
  };
}

export function fraction(
  name: string,
  field: FieldOf<number>,
  least: number,
  most = Number.POSITIVE_INFINITY,
  included = true,
): Option {
  return {
    name,
    fields: [field],
    read: ([value = '']) => ({ [field]: decimal(value, least, most, included) }),
    write: (state) => (state[field] === initialState[field] ? [] : [String(state[field])]),
  };
}

export function alignment(name: string, field: 'alignItem' | 'alignTotal'): Option {
  return {
    name,
    fields: [field],
    read: (texts, components) => {
      const numbers = perComponent(parts(texts), components, 1);
      const [every] = numbers;
      const spread = numbers.length === 1 && every !== undefined && components.length > 1;
      return { [field]: spread ? components.map(() => every) : sameLength(numbers, components) };
    },
    write: (state) => (state[field].length === 0 ? [] : [state[field].join(',')]),
    command: (state, components) => {
      const numbers = state[field];
      const [every = 1] = numbers;
      if (numbers.every((number) => number === every)) return every === 1 ? [] : [String(every)];
      return [numbers.flatMap((number, c) => (number === 1 ? [] : `${nameOf(c, components)}=${number}`)).join(',')];
    },
  };
}

export function flag(name: string, field: FieldOf<boolean>): Option {
  return {
    name,
    fields: [field],
    flag: true,
    read: ([value = '']) => ({ [field]: value === '' || oneOf(value, ['on', 'off']) === 'on' }),
    write: (state) => (state[field] ? ['on'] : []),
  };
}
