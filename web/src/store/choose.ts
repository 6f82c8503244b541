/** What changes when other data, or other columns of them, are chosen. */
import type { Preset } from '../data/presets';
import { type DataSource, initialState, type State } from '../state/state';

/** How a file is parsed. */
export const fieldsOfFile = ['format', 'columns', 'countColumn', 'lengthsOf'] as const;
/** Settings that have an entry per component, or name one. */
const fieldsOfComponents = ['limits', 'alignItem', 'alignTotal', 'reserve', 'ranges', 'strategy'] as const;

function initial<Field extends keyof State>(...fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, initialState[field]])) as Pick<State, Field>;
}

/** Without what belongs to the data. */
export function withoutData(state: State): State {
  return { ...state, ...initial(...fieldsOfFile, ...fieldsOfComponents, 'depth', 'heuristic', 'component') };
}

/** Selects a data set of ours, with its limits. */
export function choosePreset({ name, limits, depth }: Preset): Partial<State> {
  return { data: { kind: 'preset', name }, limits: [...limits], depth };
}

/** Selects columns. What belongs to the components before is reset. */
export function chooseColumns(
  chosen: Partial<Pick<State, 'columns' | 'countColumn' | 'lengthsOf'>>,
  { heuristic }: State,
): Partial<State> {
  const names = heuristic.includes(':');
  return { ...initial(...fieldsOfComponents), heuristic: names ? initialState.heuristic : heuristic, ...chosen };
}

/** Selects other interactions, and resets the options that are specific to the data. */
export function chooseEvents(events: DataSource): Partial<State> {
  return { events, eventColumns: [], sort: false, loss: null };
}
