/**
 * The state as the fragment of an address, such as `v=1&preset=molhiv&limits=222,502&depth=256`, and back. Names are
 * the program's options; initial values are omitted. The attributes of the embedded playground have the same names.
 */
import type { Histogram, Result } from 'tuplepack';
import { countNameFor, histogramCsv } from '../data/csv';
import { presetOf, presets } from '../data/presets';
import { filesOf } from '../data/sources';
import { Refused, resultOf } from '../engine/refused';
import { sameValue } from '../state/history';
import { changed, type DataSource, fieldsOfFile, initialState, type State, tabs } from '../state/state';
import { deflateText, inflateText, longestText } from './linkCodec';
import { option, readOption } from './optionKinds';
import { options } from './options';
import { type Components, oneOf, presetNamed, shown, wholeNumber } from './readers';

/** Some programs truncate longer links. */
export const longestLink = 8000;

const version = '1';

const sources = ['preset', 'src', 'data'] as const;

/** The options, and what a link holds beside them. */
const linked = [
  ...options,
  option('tab', 'tab', ([value = '']) => oneOf(value, tabs)),
  option('strategy', 'strategy', ([value = '']) => wholeNumber(value, { least: 0 })),
];

/** Attributes that say what the data are. */
export const dataNames: readonly string[] = [...sources, 'name'];

/** Attributes of the embedded playground. */
export const attributeNames: readonly string[] = [...dataNames, ...linked.map(({ name }) => name)];

type Pair = readonly [name: string, value: string];

/** Percent-encoded, except for readable characters that are allowed in a fragment. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|3A|3D|2F|40)/g, decodeURIComponent);
}

function joined(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${name}=${escaped(value)}`).join('&');
}

async function dataPairs(data: DataSource): Promise<Pair[]> {
  if (data.kind === 'preset') return [['preset', data.name]];
  if (data.kind === 'address') return [['src', data.url]];
  if (data.kind !== 'text') return [];
  const packed = await deflateText(data.text);
  if (packed === null) return [];
  const name: Pair[] = data.name === '' ? [] : [['name', data.name]];
  return [['data', packed], ...name];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refused(`${shown(text)} is not valid percent-encoding`);
  }
}

function pairsOf(fragment: string): Pair[] {
  const parts = fragment.replace(/^#/, '').split('&');
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/s);
      return [decoded(name), decoded(value)];
    });
}

/** The values by name, in order. */
function grouped(pairs: Iterable<Pair>): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    if (name !== 'v' && !attributeNames.includes(name)) throw new Refused(`unknown option ${shown(name)}`);
    const before = values.get(name);
    if (before && name !== 'range') throw new Refused(`${name} is given twice`);
    values.set(name, [...(before ?? []), value]);
  }
  return values;
}

function inflated(packed: string): Promise<string> {
  return inflateText(packed).catch((cause) => {
    throw new Refused(`the data in the link is ${cause instanceof RangeError ? 'too large' : 'corrupt'}`);
  });
}

async function dataOf(values: Map<string, string[]>): Promise<DataSource> {
  const given = sources.filter((source) => values.has(source));
  if (given.length > 1) throw new Refused(`${given.join(', ')} are mutually exclusive`);
  const [value = ''] = values.get(given[0] ?? '') ?? [];
  if (values.has('preset')) return presetNamed(value, presets);
  if (values.has('src') && value === '') throw new Refused('src: the value is empty');
  if (values.has('src')) return { kind: 'address', url: value };
  if (!values.has('data')) return initialState.data;
  return { kind: 'text', text: await inflated(value), name: values.get('name')?.[0] ?? '' };
}

/** Before the data are loaded, the components are only known for presets of which no columns are chosen. */
function componentsOf({ data, ...state }: State): Components {
  const isUsual = fieldsOfFile.every((field) => sameValue(state[field], initialState[field]));
  return (isUsual && presetOf(data, presets)?.components) || [];
}

async function stateOf(pairs: Iterable<Pair>, older: readonly string[] = []): Promise<State> {
  const values = grouped(pairs);
  const [given = version] = values.get('v') ?? [];
  if (given !== version) {
    throw new Refused(`unsupported link version ${shown(given)}; this page supports version ${version}`);
  }
  let state: State = { ...initialState, data: await dataOf(values) };
  for (const each of linked) {
    const texts = values.get(each.name);
    const components = older.includes(each.name) ? [] : componentsOf(state);
    if (texts) state = changed(state, readOption(each, texts, components));
  }
  return state;
}

/** Whether a link made by `encode` contains or refers to the data. */
export function carriesData(fragment: string): boolean {
  return sources.some((source) => fragment.includes(`&${source}=`));
}

/** Omits local files, and data that are too long for a link. */
export async function encode(state: State): Promise<string> {
  const settings = linked.flatMap(({ name, write }) => write(state).map((text): Pair => [name, text]));
  const whole = joined([['v', version], ...(await dataPairs(state.data)), ...settings]);
  return whole.length <= longestLink ? whole : joined([['v', version], ...settings]);
}

/** The state with the sizes of its data in place of the rows. */
function withSizes(state: State, histogram: Histogram): State {
  const { format, columns, lengthsOf } = initialState;
  const name = 'name' in state.data ? state.data.name : '';
  const data: DataSource = { kind: 'text', text: histogramCsv(histogram), name };
  return { ...state, data, format, columns, lengthsOf, countColumn: countNameFor(histogram.components) };
}

/** The same, but with the sizes of data that `encode` omits, if those are short enough. */
export async function encodeWithSizes(state: State, histogram: Histogram): Promise<string> {
  const link = await encode(state);
  if (carriesData(link) || state.data.kind === 'none') return link;
  const short = await encode(withSizes(state, histogram));
  return carriesData(short) ? short : link;
}

export function decode(fragment: string): Promise<Result<State>> {
  return resultOf(Promise.resolve(fragment).then(pairsOf).then(stateOf));
}

/** The state for others: the address of the data is whole, and what opens is not the tab that it is taken from. */
export function forOthers(state: State): State {
  const { data, tab } = state;
  return {
    ...state,
    ...(data.kind === 'address' &&
      URL.canParse(data.url, document.baseURI) && { data: { ...data, url: new URL(data.url, document.baseURI).href } }),
    tab: tab === 'export' ? initialState.tab : tab,
  };
}

/** The file beside a page that an element fetches in place of local files, or of a text that is too long; empty: none. */
export function fileBeside({ data }: State): string {
  if (data.kind === 'file') return filesOf(data)[0]?.name ?? data.name;
  return data.kind === 'text' && data.text.length > longestText ? data.name || 'sizes.csv' : '';
}

/** What an element in this state needs. */
async function toAttributes(given: State): Promise<Pair[]> {
  const state = forOthers(given);
  const settings = linked.flatMap(({ name, write }): Pair[] => {
    const texts = write(state);
    return texts.length === 0 ? [] : [[name, texts.join(',')]];
  });
  const beside = fileBeside(state);
  if (beside) return [['src', encodeURIComponent(beside)], ...settings];
  return [...(await dataPairs(state.data)), ...settings];
}

const script = 'tuplepack-playground.js';

const escapedHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * HTML that shows the playground in this state in another page. `site`: the address of the playground, which serves the
 * script; empty: the script lies beside the page. `compact`: as a figure in a text, which links to the site.
 */
export async function embedSnippet(state: State, site: string, compact = false): Promise<string> {
  const source = site === '' ? script : new URL(script, site).href;
  const page = compact && site !== '' ? ` page="${escapedHtml(site.replace(/[?#].*/s, ''))}"` : '';
  const attributes = await toAttributes(state);
  const written = attributes.map(([name, value]) => ` ${name}="${escapedHtml(value)}"`).join('');
  return `<script src="${escapedHtml(source)}" defer></script>\n<tuplepack-playground${written}${compact ? ' compact' : ''}${page}></tuplepack-playground>\n`;
}

/**
 * Parses the attributes of an element; rejects those not in `attributeNames`. `older`: those set before the data, which
 * may be for other components.
 */
export function fromAttributes(pairs: Iterable<Pair>, older?: readonly string[]): Promise<Result<State>> {
  return resultOf(stateOf(pairs, older));
}
