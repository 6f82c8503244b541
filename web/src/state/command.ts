/** The state as a command of the program, and a command as a change of the state. */
import type { Result } from 'tuplepack';
import { presets } from '../data/presets';
import { errorText } from '../text/errors';
import { errorResult } from './errorResult';
import type { Option } from './optionKinds';
import { options } from './options';
import { type Components, OptionError } from './readers';
import { sweepMethodOf } from './requests';
import { quote, type Word, words } from './shellWords';
import { type DataSource, initialState, type State, type SweepRange, type Tab } from './state';

interface Command {
  /** names of options, as in the program's table */
  options: readonly string[];
  needs: string;
  /** where its result is shown */
  tab: Tab;
}

const input = ['format', 'columns', 'count-column'];
const room = ['limits', 'depth'];
const choice = ['method', 'heuristic', 'distribute', 'paper'];
const fitting = ['align-item', 'align-total', 'reserve', 'overlong'];

const commands = {
  pack: {
    options: [...input, ...room, ...choice, ...fitting, 'time-limit', 'packs-multiple'],
    needs: 'limits',
    tab: 'plan',
  },
  compare: { options: [...input, ...room, ...fitting, 'paper'], needs: 'limits', tab: 'compare' },
  bound: { options: [...input, ...room, ...fitting], needs: 'limits', tab: 'plan' },
  estimate: {
    options: [...input, ...room, ...choice, ...fitting, 'overhead', 'devices', 'batch', 'beta1', 'beta2', 'component'],
    needs: 'limits',
    tab: 'estimate',
  },
  search: { options: [...input, 'target', 'per-component', 'depth', 'time-limit'], needs: 'target', tab: 'limits' },
  sweep: { options: [...input, 'range', 'depth', ...choice, ...fitting], needs: 'range', tab: 'limits' },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;
/** Those whose options this build has. */
export const commandNames = (Object.keys(commands) as CommandName[]).filter((name) =>
  commands[name].options.every((wanted) => options.some((option) => option.name === wanted)),
);

/** What a command prints beside its result: it changes nothing here. With how many values each takes. */
const ignored: ReadonlyMap<string, 0 | 1> = new Map([
  ['json', 0],
  ['check', 0],
  ['csv', 0],
  ['full', 0],
  ['plan', 1],
  ['estimate', 0],
]);

/** What would change the result, and is not to be had here. */
const elsewhere: ReadonlySet<string> = new Set(['baseline', 'pareto', 'best', 'weights', 'multiple-of']);

/** What the data are called where the program would read them. */
function fileOf(data: DataSource): string {
  switch (data.kind) {
    case 'preset':
      return `${presets.find((preset) => preset.name === data.name)?.file ?? data.name}.csv`;
    case 'address':
      return (
        data.url
          .replace(/[?#].*/s, '')
          .split('/')
          .at(-1) || 'FILE'
      );
    case 'text':
      return data.name.includes('.') ? data.name : 'sizes.csv';
    case 'file':
      return data.name;
    default:
      return 'FILE';
  }
}

function optionWords(option: Option, state: State, components: Components): string[] {
  const texts = option.command?.(state, components) ?? option.write(state);
  return texts.flatMap((text) => (option.flag ? `--${option.name}` : [`--${option.name}`, text]));
}

/** The options of one command, in the order of its help. */
function optionsOf(name: CommandName): Option[] {
  return commands[name].options.flatMap((wanted) => options.find((option) => option.name === wanted) ?? []);
}

/**
 * Only what differs from the program's defaults. `ranges`: what a sweep covers where the state leaves that to the data;
 * without any, a sweep cannot be written.
 */
export function toCommand(
  name: CommandName,
  state: State,
  components: Components,
  ranges: readonly SweepRange[] = [],
): string {
  const shown = state.ranges.length > 0 ? state : { ...state, ranges: [...ranges] };
  const all = optionsOf(name).flatMap((option) => {
    // The page and the program both sweep by this method where none, or one that is too slow, is asked for.
    if (name === 'sweep' && option.name === 'method' && sweepMethodOf(state).method === 'lpfhp') return [];
    return optionWords(option, shown, components);
  });
  const file = fileOf(state.data);
  return ['tuplepack', name, file.startsWith('-') ? `./${file}` : file, ...all].map(quote).join(' ');
}

/** A word and why it cannot stay; the message names the option. */
class Misplaced extends Error {
  readonly word: Word;
  constructor(word: Word, message: string) {
    super(message);
    this.word = word;
  }
}

interface Given {
  word: Word;
  texts: string[];
}

/** The words after the command's name as options with their values. */
function given(name: CommandName, rest: readonly Word[]): Map<string, Given> {
  const known = new Map(optionsOf(name).map((option) => [option.name, option]));
  const found = new Map<string, Given>();
  let files = 0;
  for (let at = 0; at < rest.length; ++at) {
    const word = rest[at] as Word;
    const [, key, , attached] = /^--([\w-]+)(=(.*))?$/s.exec(word.text) ?? [];
    if (key === undefined) {
      if (word.text !== '-' && word.text.startsWith('-'))
        throw new Misplaced(word, errorText.noOption(word.text, name));
      if (++files > 1) throw new Misplaced(word, errorText.secondFile(word.text));
      continue;
    }
    if (elsewhere.has(key)) throw new Misplaced(word, errorText.elsewhere(`--${key}`));
    const option = known.get(key);
    const values = option ? (option.flag ? 0 : 1) : ignored.get(key);
    if (values === undefined) throw new Misplaced(word, errorText.noOption(`--${key}`, name));
    if (values === 0 && attached !== undefined) throw new Misplaced(word, errorText.flagValue(`--${key}`));
    const value = values === 0 ? '' : (attached ?? rest[++at]?.text);
    if (value === undefined) throw new Misplaced(word, errorText.noValue(`--${key}`));
    const before = found.get(key);
    if (before && !option?.repeats) throw new Misplaced(word, errorText.optionTwice(`--${key}`));
    found.set(key, { word, texts: [...(before?.texts ?? []), value] });
  }
  return found;
}

/** The command's name and the words after it. A prompt and a path before the program's name are passed over. */
function commandOf(all: readonly Word[]): [CommandName, Word, Word[]] {
  const [program, word, ...rest] = all[0]?.text === '$' ? all.slice(1) : all;
  if (!program) throw new Misplaced({ text: '', line: 1, column: 1 }, errorText.commandEmpty);
  if (!/(^|[/\\])tuplepack(\.exe)?$/.test(program.text))
    throw new Misplaced(program, errorText.notTuplepack(program.text));
  if (!word) throw new Misplaced(program, errorText.noCommand(commandNames));
  const name = commandNames.find((each) => each === word.text);
  if (!name) throw new Misplaced(word, errorText.otherCommand(word.text, commandNames));
  return [name, word, rest];
}

function changeOf(all: readonly Word[], components: Components): Partial<State> {
  const [name, commandWord, rest] = commandOf(all);
  const { needs, tab } = commands[name];
  const found = given(name, rest);
  if (!found.has(needs)) throw new Misplaced(commandWord, errorText.needs(name, `--${needs}`));
  let change: Partial<State> = { tab };
  for (const option of optionsOf(name)) {
    const here = found.get(option.name);
    for (const field of option.fields) change = { ...change, [field]: initialState[field] };
    if (!here) continue;
    try {
      change = { ...change, ...option.read(here.texts, components) };
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      throw new Misplaced(here.word, errorText.option(`--${option.name}`, error.message));
    }
  }
  return change;
}

/** Everything the command could have said is set, to its default where it says nothing; the data stay. */
export function fromCommand(text: string, components: Components): Result<Partial<State>> {
  const all = words(text);
  if (all.error) return all;
  try {
    return { value: changeOf(all.value, components) };
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    return errorResult('malformed', error.message, error.word.line, error.word.column);
  }
}
