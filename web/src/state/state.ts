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

export const tabs = ['plan', 'compare', 'estimate', 'limits', 'stream', 'export', 'temporal'] as const;
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

  // the limits that are searched for: the efficiency to reach, a share, and whether every component has to
  target: number;
  perComponent: boolean;

  // what packing brings: by how many percent a packed step takes longer, up to how many devices, items a device takes in
  // a step, the optimizer's decays, and the component that decides how long a step takes; empty: the first
  overhead: number;
  devices: number;
  batch: number;
  beta1: number;
  beta2: number;
  component: string;

  // the assignment
  order: string;
  seed: number;

  // temporal interactions: where they are from, and how they are read; columns empty: as their names tell
  events: DataSource;
  eventColumns: string[];
  sort: boolean;
  // their batches: the largest loss (null: that of fixed batches of a size), how losses are counted, and whether
  // interactions of one time stay together; and how many neighbours of a node are looked at
  loss: number | null;
  likeBatchSize: number;
  lossScore: string;
  ties: string;
  recent: number;

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
  target: 0.95,
  perComponent: false,
  overhead: 4.3,
  devices: 2048,
  batch: 32,
  beta1: 0.9,
  beta2: 0.999,
  component: '',
  order: 'plan',
  seed: 0,
  events: { kind: 'none' },
  eventColumns: [],
  sort: false,
  loss: null,
  likeBatchSize: 200,
  lossScore: 'eq7',
  ties: 'split',
  recent: 10,
  tab: 'plan',
  strategy: 0,
};
