/**
 * The options of the program that the page supports: parsed and formatted in one table for links, attributes and commands.
 * Links refer to components by position, commands by name.
 */
import { eventPresets } from '../data/presets';
import { rowOfField } from '../engine/coreTables';
import { initialState, pick, type State, type SweepRange } from '../state/state';
import {
  alignment,
  furtherOptions,
  nameOf,
  type Option,
  option,
  parts,
  readOption,
  single,
  singles,
} from './optionKinds';
import {
  type Components,
  componentNamed,
  nonEmpty,
  oneOf,
  perComponent,
  presetNamed,
  ranges,
  sameLength,
  wholeNumber,
} from './readers';

/** Capacity per component, and `items=R` for slots. */
const reserve: Option = {
  name: 'reserve',
  fields: ['reserve', 'reserveItems'],
  read: (texts, components) => {
    const all = parts(texts);
    const slots = all.filter((part) => part.startsWith('items='));
    const room = all.filter((part) => !slots.includes(part));
    return {
      reserve: room.length === 0 ? [] : sameLength(perComponent(room, components, 0), components),
      reserveItems: wholeNumber(slots.at(-1)?.slice('items='.length) ?? '0', { least: 0 }),
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

/** The full name of the component in `component:NAME`. */
function heuristicName(value: string, components: Components): string {
  const [kind, name] = nonEmpty(value).split(/:(.*)/s);
  if (kind !== 'component' || name === undefined || components.length === 0) return value;
  return `component:${components[componentNamed(name, components)]}`;
}

/** The file, what `tuplepack split` takes beside it, and how many neighbours are counted. */
export const temporalOptions: readonly Option[] = [
  {
    // a data set of ours by its name, or an address
    ...option('events', 'events', ([value = '']) =>
      /^https?:/.test(value) ? { kind: 'address', url: value } : presetNamed(value, eventPresets),
    ),
    write: ({ events }) => (events.kind === 'preset' ? [events.name] : events.kind === 'address' ? [events.url] : []),
  },
  { ...option('event-columns', 'eventColumns', parts), programName: 'columns' },
  ...singles('sort', 'loss'),
  {
    ...single('likeBatchSize'),
    // one of the two bounds must be given
    command: ({ loss, likeBatchSize }) => (loss === null ? [String(likeBatchSize)] : []),
  },
  ...singles('lossScore', 'ties', 'recent'),
];

export const options: readonly Option[] = [
  single('format'),
  option('columns', 'columns', parts),
  single('countColumn'),
  option('lengths-of', 'lengthsOf', parts),
  {
    ...option('limits', 'limits', (texts, components) => {
      const limits = parts(texts).map((text) => (text === 'max' ? text : wholeNumber(text, { least: 1 })));
      const spread = limits.length === 1 && limits[0] === 'max' && components.length > 1;
      return spread ? components.map(() => 'max') : sameLength(limits, components);
    }),
    onlyIn: ['pack', 'compare', 'bound', 'estimate'], // a search takes the proportions of its limits by this name
    command: ({ limits }) => [limits.every((value) => value === 'max') ? 'max' : limits.join(',')],
  },
  ...singles('depth', 'method'),
  option('heuristic', 'heuristic', ([value = ''], components) => heuristicName(value, components)),
  option('distribute', 'distribute', ([value = '']) => oneOf(value, ['on', 'off'])),
  single('paper'),
  alignment('align-item', 'alignItem'),
  alignment('align-total', 'alignTotal'),
  reserve,
  single('overlong'),
  // compare and sweep have a time limit too, but on this page they can only be cancelled
  { ...single('timeLimit'), onlyIn: rowOfField.timeLimit.commands },
  single('packsMultiple'),
  ...furtherOptions,
  {
    ...option('range', 'ranges', (texts, components) => sameLength(ranges(parts(texts), components), components)),
    onlyIn: ['sweep'],
    write: (state) => state.ranges.map(rangeText),
    command: (state, components) => state.ranges.map((each, c) => `${nameOf(c, components)}=${rangeText(each)}`),
  },
  // a search must be given a target, even the initial one
  { ...single('target'), command: ({ target }) => [String(target)] },
  ...singles('perComponent', 'overhead', 'devices', 'batch', 'beta1', 'beta2'),
  option('component', 'component', ([value = ''], components) => {
    const name = nonEmpty(value);
    return components.length === 0 ? name : (components[componentNamed(name, components)] ?? name);
  }),
  ...temporalOptions,
  ...singles('order', 'seed'),
];

/**
 * Without the values of these options that the components do not allow, and the names of those options: they were set for
 * other data.
 */
export function withoutMisfits(state: State, components: Components, names: readonly string[]) {
  let kept = state;
  const reset: string[] = [];
  for (const each of options.filter(({ name }) => names.includes(name))) {
    const texts = each.write(state);
    try {
      if (texts.length > 0) each.read(texts, components);
    } catch {
      kept = { ...kept, ...pick(initialState, ...each.fields) };
      reset.push(each.name);
    }
  }
  return { kept, reset };
}

/**
 * Fits the state of a link, which is parsed before the data are loaded, to their components: expands values for all
 * components. Throws Refused for lists with the wrong number of components.
 */
export function fit(state: State, components: Components): State {
  let fitted = state;
  for (const each of options) {
    const texts = each.write(state);
    if (texts.length > 0) fitted = { ...fitted, ...readOption(each, texts, components) };
  }
  return fitted;
}
