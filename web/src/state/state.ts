/**
 * All settings of the playground as one value: stored in the URL (share.ts), in the undo history (history.ts), and
 * convertible to commands (command.ts). Field names follow the program's options.
 */
import type { Range } from 'tuplepack';
import { type OptionField, rowOfField } from '../engine/coreTables';

export type DataSource =
  | { kind: 'none' }
  | { kind: 'preset'; name: string }
  /** a file at a URL (`src=`) */
  | { kind: 'address'; url: string }
  /** text that was pasted or is part of a link */
  | { kind: 'text'; text: string; name: string }
  /** a local file; cannot be part of a link */
  | { kind: 'file'; name: string /** distinguishes files of the same name */; opening?: number };

export type Limit = number | 'max';

export type SweepRange = Required<Range>;

export const tabs = ['plan', 'limits', 'compare', 'estimate', 'stream', 'histogram', 'export', 'temporal'] as const;
export type Tab = (typeof tabs)[number];

/** The sections of the page: the names accepted by `hide`. */
export const sections = ['header', 'data', 'settings', 'result', ...tabs] as const;
export type Section = (typeof sections)[number];

/** The value of an option that only its row describes. */
export type FurtherValue = string | number | boolean;

/** The core's default of an option. */
function defaultOf(field: OptionField): string {
  return rowOfField[field].default ?? '';
}

/** What a page begins with, and a link leaves out. */
export const initialState = {
  data: { kind: 'none' } as DataSource,

  // parsing of the data
  format: defaultOf('format'),
  columns: [] as string[],
  countColumn: defaultOf('countColumn'),
  /** columns of lists, whose lengths are the sizes */
  lengthsOf: [] as string[],

  // limits of a pack; arrays are empty or have one entry per component
  limits: [] as Limit[],
  depth: null as number | null,
  alignItem: [] as number[],
  alignTotal: [] as number[],
  reserve: [] as number[],
  reserveItems: 0,
  overlong: defaultOf('overlong'),
  packsMultiple: Number(defaultOf('packsMultiple')),

  // the algorithm
  method: defaultOf('method'),
  heuristic: 'product',
  distribute: 'default' as 'default' | 'on' | 'off',
  paper: false,
  /** seconds; for methods that search, and searches for limits */
  timeLimit: Number(defaultOf('timeLimit')),
  /** options of `furtherRows` by name, those that are set */
  further: {} as Readonly<Record<string, FurtherValue>>,

  // the grid of limits; empty: from the data
  ranges: [] as SweepRange[],

  // the search for limits: target efficiency (0 … 1), and whether every component must reach it
  target: 0.95,
  perComponent: false,

  // the estimate: overhead of a packed step in percent (null: the core's estimate), largest number of devices, batch size
  // per device, Adam's β, and the component that determines the time of a step (empty: the first)
  overhead: null as number | null,
  devices: Number(defaultOf('devices')),
  batch: Number(defaultOf('batch')),
  beta1: Number(defaultOf('beta1')),
  beta2: Number(defaultOf('beta2')),
  component: '',

  // the assignment
  order: defaultOf('order'),
  seed: Number(defaultOf('seed')),

  // temporal interactions and their parsing; eventColumns empty: detected
  events: { kind: 'none' } as DataSource,
  eventColumns: [] as string[],
  sort: false,
  // their batches: largest loss (null: that of fixed-size batches), loss score, policy for equal times; and the number of
  // recent neighbours sampled per node
  loss: null as number | null,
  likeBatchSize: 200,
  lossScore: defaultOf('lossScore'),
  ties: defaultOf('ties'),
  recent: Number(defaultOf('recent')),

  // the view
  tab: 'plan' as Tab,
  /** null: the commonest with several items */
  strategy: null as number | null,
};

export type State = typeof initialState;

/** How a file is parsed, which decides what its components are. */
export const fieldsOfFile = ['format', 'columns', 'countColumn', 'lengthsOf'] as const;

/** Some of the fields. */
export function pick<T extends object, Name extends keyof T>(from: T, ...names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
}

/** Further options that the change does not name are kept. */
export function changed<T extends Partial<State>>(state: T, change: Partial<State>): T {
  return { ...state, ...change, ...(change.further && { further: { ...state.further, ...change.further } }) };
}
