/** The state as a command of the program, and a command as a change of the state. */
import type { Result } from 'tuplepack';
import { type DataSet, eventPresets, presetOf, presets } from '../data/presets';
import { fileNameOf } from '../data/sources';
import { type OptionRow, rowsOf } from '../engine/coreTables';
import { Refused, refused } from '../engine/refused';
import { sameValue } from '../state/history';
import { sweepMethod, sweepMethodOf } from '../state/requests';
import {
  changed,
  type DataSource,
  fieldsOfFile,
  initialState,
  type State,
  type SweepRange,
  type Tab,
} from '../state/state';
import { type Option, readOption } from './optionKinds';
import { options, temporalOptions } from './options';
import { type Components, shown } from './readers';
import { quote, type Word, words } from './shellWords';

/** Commands whose results the page shows, and the tab that does. */
const tabOf = {
  pack: 'plan',
  compare: 'compare',
  bound: 'plan',
  estimate: 'estimate',
  sweep: 'limits',
  search: 'limits',
} as const satisfies Record<string, Tab>;

export type CommandName = keyof typeof tabOf;

/** The option that a command requires. Of the goals of a search, the page supports the target. */
function requiredBy(command: CommandName): string {
  return rowsOf(command).find(({ required, operand }) => required && !operand)?.name ?? 'target';
}

const optionOf = (command: CommandName, row: OptionRow): Option | undefined =>
  options.find(({ name, onlyIn = [command] }) => name === row.name && onlyIn.includes(command));

export const commandNames = Object.keys(tabOf) as CommandName[];

/** Whether an option affects only the output of the program: the page ignores it. */
function isOutput({ name, kind }: OptionRow): boolean {
  return kind === 'output-file' || ['json', 'check', 'csv', 'full', 'estimate', 'quiet'].includes(name);
}

/** The name of the file, as on the command line. */
function fileOf(source: DataSource, sets: readonly DataSet[], otherwise: string): string {
  if (source.kind === 'address') return fileNameOf(source.url) || otherwise;
  if (source.kind === 'text') return source.name.includes('.') ? source.name : 'sizes.csv';
  if (source.kind === 'file') return source.name;
  return presetOf(source, sets)?.file ?? otherwise;
}

/**
 * A command line: the options that have values, in the order of the help. A file whose name could be taken for an option is
 * named with its folder.
 */
function lineOf(
  command: string,
  files: readonly string[],
  optionOf: (row: OptionRow) => Option | undefined,
  state: State,
  components: Components,
): string {
  const words = rowsOf(command).flatMap((row) => {
    const option = optionOf(row);
    const texts = option?.command?.(state, components) ?? option?.write(state) ?? [];
    return texts.flatMap((text) => (row.kind === 'flag' ? `--${row.name}` : [`--${row.name}`, text]));
  });
  const named = files.map((file) => (file.startsWith('-') ? `./${file}` : file));
  return ['tuplepack', command, ...named, ...words].map(quote).join(' ');
}

/**
 * Defaults are omitted. `ranges`: of a sweep, if the state has none because they follow the data. `files`: the names of
 * several files.
 */
export function toCommand(
  name: CommandName,
  state: State,
  components: Components,
  ranges: readonly SweepRange[] = [],
  files: readonly string[] = [],
): string {
  const withRanges = { ...state, ...(state.ranges.length === 0 && { ranges: [...ranges] }) };
  // The page also falls back to the default method of a sweep.
  const omitted = name === 'sweep' && sweepMethodOf(state).method === sweepMethod ? 'method' : '';
  const option = (row: OptionRow) => (row.name === omitted ? undefined : optionOf(name, row));
  const given = files.length > 1 ? files : [fileOf(state.data, presets, 'FILE')];
  return lineOf(name, given, option, withRanges, components);
}

/** The settings for temporal interactions as a command. Defaults are omitted. */
export function splitCommand(state: State): string {
  const optionOf = (row: OptionRow) => temporalOptions.find(({ name, programName = name }) => programName === row.name);
  return lineOf('split', [fileOf(state.events, eventPresets, 'EVENTS')], optionOf, state, []);
}

/** An error in a word. */
const misplaced = ({ line, column }: Word, message: string) => new Refused(message, 'malformed', line, column);

interface Given {
  word: Word;
  texts: string[];
}

/** Parses the words after the name of the command. */
function given(name: CommandName, rest: readonly Word[]): Map<string, Given> {
  const rows = rowsOf(name).filter(({ operand }) => !operand);
  const found = new Map<string, Given>();
  const noOption = (word: Word, text: string) => misplaced(word, `tuplepack ${name} has no option ${shown(text)}`);
  for (let at = 0; at < rest.length; ++at) {
    const word = rest[at] as Word;
    const [, key, , attached] = /^--([\w-]+)(=(.*))?$/s.exec(word.text) ?? [];
    if (key === undefined) {
      // -q is --quiet
      if (word.text.startsWith('-') && !/^-q?$/.test(word.text)) throw noOption(word, word.text);
      continue;
    }
    const row = rows.find((one) => one.name === key);
    if (!row) throw noOption(word, `--${key}`);
    if (!optionOf(name, row) && !isOutput(row)) {
      throw misplaced(word, `--${key} is not supported by this page, only by the command line`);
    }
    if (row.kind === 'flag' && attached !== undefined) throw misplaced(word, `--${key} takes no value`);
    const value = row.kind === 'flag' ? '' : (attached ?? rest[++at]?.text);
    if (value === undefined) throw misplaced(word, `--${key} requires a value`);
    const before = found.get(key);
    if (before && !row.repeats) throw misplaced(word, `--${key} is given twice`);
    found.set(key, { word, texts: [...(before?.texts ?? []), value] });
  }
  return found;
}

/** The name of the command and the words after it. Skips a prompt, and a path before the name of the program. */
function commandOf(all: readonly Word[]): [CommandName, Word, Word[]] {
  const [program, word, ...rest] = all[0]?.text === '$' ? all.slice(1) : all;
  const known = commandNames.join(', ');
  if (!program) {
    throw misplaced({ text: '', line: 1, column: 1 }, 'enter a command, e.g. tuplepack pack FILE --limits max');
  }
  if (!/(^|[/\\])tuplepack(\.exe)?$/.test(program.text)) {
    throw misplaced(program, `${shown(program.text)} is not tuplepack`);
  }
  if (!word) throw misplaced(program, `missing subcommand: one of ${known}`);
  const name = commandNames.find((each) => each === word.text);
  if (!name) {
    throw misplaced(word, `subcommand ${shown(word.text)} is not supported by this page; use one of ${known}`);
  }
  return [name, word, rest];
}

function changeOf(line: readonly Word[], components: Components, shown: State): Partial<State> {
  const [name, commandWord, rest] = commandOf(line);
  const needs = requiredBy(name);
  const found = given(name, rest);
  if (!found.has(needs)) throw misplaced(commandWord, `tuplepack ${name} requires --${needs}`);
  let change: Partial<State> = { tab: tabOf[name] };
  const all = rowsOf(name).flatMap((row) => optionOf(name, row) ?? []);
  for (const field of all.flatMap(({ fields }) => fields)) change = { ...change, [field]: initialState[field] };
  // how the file is read comes first: the components are only known where that stays the same
  const ofFile = ({ fields }: Option) => fieldsOfFile.some((field) => fields.includes(field));
  for (const option of [...all.filter(ofFile), ...all.filter((one) => !ofFile(one))]) {
    const here = found.get(option.name);
    if (!here) continue;
    const known = fieldsOfFile.every((field) => sameValue(change[field], shown[field])) ? components : [];
    try {
      change = changed(change, readOption(option, here.texts, known, `--${option.name}`));
    } catch (error) {
      throw error instanceof Refused ? misplaced(here.word, error.message) : error;
    }
  }
  return change;
}

/** Sets all options of the command, to their defaults if not given. The data are kept. `components`: of the state shown. */
export function fromCommand(text: string, components: Components, shown: State = initialState): Result<Partial<State>> {
  try {
    return { value: changeOf(words(text), components, shown) };
  } catch (error) {
    return refused(error);
  }
}
