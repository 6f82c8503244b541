/**
 * Everything a reader of the playground has chosen, as one value. The address of the page holds exactly this (share.ts),
 * undo and redo step through it (history.ts), and a command of the program is a part of it (command.ts). Names follow
 * the program's options.
 */
export type DataSource =
  | { kind: 'none' }
  | { kind: 'preset'; name: string }
  /** a file at an address, as the page was asked to fetch it (`src=`) */
  | { kind: 'address'; url: string }
  /** text that was pasted or comes with a shared link */
  | { kind: 'text'; text: string; name: string }
  /** a file that only this tab has: a link to it cannot be shared */
  | { kind: 'file'; name: string /** tells files of one name apart */; opening?: number };

export type Limit = number | 'max';

export interface SweepRange {
  first: number;
  last: number;
  step: number;
}

export const tabs = ['plan', 'compare', 'limits', 'take'] as const;
export type Tab = (typeof tabs)[number];

export interface State {
  data: DataSource;

  // how the data are read
  format: string;
  columns: string[];
  countColumn: string;

  // the room in a pack; arrays are empty where nothing was asked, or have one entry per component
  limits: Limit[];
  depth: number | null;
  alignItem: number[];
  alignTotal: number[];
  reserve: number[];
  reserveItems: number;
  overlong: string;
  packsMultiple: number;

  // the algorithm
  method: string;
  heuristic: string;
  distribute: 'default' | 'on' | 'off';
  paper: boolean;
  /** seconds, for what searches */
  timeLimit: number;

  // the grid of the limits tab; empty: chosen from the data
  ranges: SweepRange[];

  // the assignment
  order: string;
  seed: number;

  // what is looked at
  tab: Tab;
  strategy: number;
}

export const initialState: State = {
  data: { kind: 'none' },
  format: 'detect',
  columns: [],
  countColumn: 'count',
  limits: [],
  depth: null,
  alignItem: [],
  alignTotal: [],
  reserve: [],
  reserveItems: 0,
  overlong: 'error',
  packsMultiple: 1,
  method: 'auto',
  heuristic: 'product',
  distribute: 'default',
  paper: false,
  timeLimit: 10,
  ranges: [],
  order: 'plan',
  seed: 0,
  tab: 'plan',
  strategy: 0,
};
