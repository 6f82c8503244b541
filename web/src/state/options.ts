/**
 * Every option of the program that has a place in the state: read and written in one table, for links, attributes and
 * commands alike. Links name components by their order, commands by their names.
 */
import { wrongText } from '../text/wrong';
import {
  type Components,
  componentNamed,
  decimal,
  limit,
  oneOf,
  perComponent,
  ranges,
  sameLength,
  Wrong,
  wholeNumber,
} from './readers';
import { initialState, type State, type SweepRange } from './state';

export interface Option {
  /** the program's name for it, without dashes */
  name: string;
  /** the fields of the state that it sets */
  fields: readonly (keyof State)[];
  /** may be given once per component */
  repeats?: boolean;
  /** on the command line it stands without a value */
  flag?: boolean;
  /** Throws Wrong. */
  read(texts: readonly string[], components: Components): Partial<State>;
  /** as in a link; nothing where the state has what it starts with */
  write(state: State): string[];
  /** as in a command, where that differs */
  command?(state: State, components: Components): string[];
}

type FieldOf<T> = { [K in keyof State]: State[K] extends T ? (T extends State[K] ? K : never) : never }[keyof State];

function parts(texts: readonly string[]): string[] {
  return texts.join(',').split(',');
}

/** The component's name, or its number where the data have not been read. */
function nameOf(component: number, components: Components): string {
  return components[component] ?? String(component + 1);
}

function text(name: string, field: FieldOf<string>, empty = false): Option {
  return {
    name,
    fields: [field],
    read: ([value = '']) => {
      if (value === '' && !empty) throw new Wrong(wrongText.noName);
      return { [field]: value };
    },
    write: (state) => (state[field] === initialState[field] ? [] : [state[field]]),
  };
}

function whole(name: string, field: FieldOf<number>, least: number): Option {
  return {
    name,
    fields: [field],
    read: ([value = '']) => ({ [field]: wholeNumber(value, least) }),
    write: (state) => (state[field] === initialState[field] ? [] : [String(state[field])]),
  };
}

function fraction(
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

function alignment(name: string, field: 'alignItem' | 'alignTotal'): Option {
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

/** `items=R` for slots, beside the room of the components. */
const reserve: Option = {
  name: 'reserve',
  fields: ['reserve', 'reserveItems'],
  read: (texts, components) => {
    const all = parts(texts);
    const slots = all.filter((part) => part.startsWith('items='));
    const room = all.filter((part) => !slots.includes(part));
    return {
      reserve: room.length === 0 ? [] : sameLength(perComponent(room, components, 0), components),
      reserveItems: wholeNumber(slots.at(-1)?.slice('items='.length) ?? '0', 0),
    };
  },
  write: ({ reserve: room, reserveItems }) => {
    const all = [...room.map(String), ...(reserveItems > 0 ? [`items=${reserveItems}`] : [])];
    return all.length === 0 ? [] : [all.join(',')];
  },
  command: ({ reserve: room, reserveItems }, components) => {
    const all = room.flatMap((number, c) => (number === 0 ? [] : `${nameOf(c, components)}=${number}`));
    if (reserveItems > 0) all.push(`items=${reserveItems}`);
    return all.length === 0 ? [] : [all.join(',')];
  },
};

function rangeText({ first, last, step }: SweepRange): string {
  return step === 1 ? `${first}:${last}` : `${first}:${last}:${step}`;
}

function flag(name: string, field: FieldOf<boolean>): Option {
  return {
    name,
    fields: [field],
    flag: true,
    read: ([value = '']) => ({ [field]: value === '' || oneOf(value, ['on', 'off']) === 'on' }),
    write: (state) => (state[field] ? ['on'] : []),
  };
}

/** The full name of the component in `component:NAME`. */
function heuristicName(value: string, components: Components): string {
  if (value === '') throw new Wrong(wrongText.noName);
  const [kind, name] = value.split(/:(.*)/s);
  if (kind !== 'component' || name === undefined || components.length === 0) return value;
  return `component:${components[componentNamed(name, components)]}`;
}

export const options: readonly Option[] = [
  text('format', 'format'),
  {
    name: 'columns',
    fields: ['columns'],
    read: (texts) => ({ columns: parts(texts) }),
    write: ({ columns }) => (columns.length === 0 ? [] : [columns.join(',')]),
  },
  text('count-column', 'countColumn', true),
  {
    name: 'limits',
    fields: ['limits'],
    read: (texts, components) => {
      const limits = parts(texts).map(limit);
      const spread = limits.length === 1 && limits[0] === 'max' && components.length > 1;
      return { limits: spread ? components.map(() => 'max') : sameLength(limits, components) };
    },
    write: ({ limits }) => (limits.length === 0 ? [] : [limits.join(',')]),
    command: ({ limits }) => [limits.every((value) => value === 'max') ? 'max' : limits.join(',')],
  },
  {
    name: 'depth',
    fields: ['depth'],
    read: ([value = '']) => ({ depth: wholeNumber(value, 1) }),
    write: ({ depth }) => (depth === null ? [] : [String(depth)]),
  },
  text('method', 'method'),
  {
    name: 'heuristic',
    fields: ['heuristic'],
    read: ([value = ''], components) => ({ heuristic: heuristicName(value, components) }),
    write: ({ heuristic }) => (heuristic === initialState.heuristic ? [] : [heuristic]),
  },
  {
    name: 'distribute',
    fields: ['distribute'],
    read: ([value = '']) => ({ distribute: oneOf(value, ['on', 'off'] as const) }),
    write: ({ distribute }) => (distribute === 'default' ? [] : [distribute]),
  },
  flag('paper', 'paper'),
  alignment('align-item', 'alignItem'),
  alignment('align-total', 'alignTotal'),
  reserve,
  text('overlong', 'overlong'),
  fraction('time-limit', 'timeLimit', 0, 1e9, false),
  whole('packs-multiple', 'packsMultiple', 1),
  {
    name: 'range',
    fields: ['ranges'],
    repeats: true,
    read: (texts, components) => ({ ranges: sameLength(ranges(parts(texts), components), components) }),
    write: (state) => state.ranges.map(rangeText),
    command: (state, components) => state.ranges.map((each, c) => `${nameOf(c, components)}=${rangeText(each)}`),
  },
  fraction('target', 'target', 0, 1, false),
  flag('per-component', 'perComponent'),
  fraction('overhead', 'overhead', 0),
  whole('devices', 'devices', 1),
  whole('batch', 'batch', 1),
  fraction('beta1', 'beta1', 0, 1),
  fraction('beta2', 'beta2', 0, 1),
  {
    name: 'component',
    fields: ['component'],
    read: ([value = ''], components) => {
      if (value === '') throw new Wrong(wrongText.noName);
      return { component: components[components.length > 0 ? componentNamed(value, components) : -1] ?? value };
    },
    write: ({ component }) => (component === '' ? [] : [component]),
  },
  text('order', 'order'),
  whole('seed', 'seed', 0),
];
