/** What changes when other data, or other columns of them, are chosen. */
import type { ColumnChoice } from '../data/chosenColumns';
import type { Preset } from '../data/presets';
import { type DataSource, fieldsOfFile, initialState, pick, type State } from '../state/state';

/** Settings that have an entry per component, or name one. */
const fieldsOfComponents = ['limits', 'alignItem', 'alignTotal', 'reserve', 'ranges', 'strategy'] as const;

/** Without what belongs to the data. */
export function withoutData(state: State): State {
  const fields = [...fieldsOfFile, ...fieldsOfComponents, 'depth', 'heuristic', 'component'] as const;
  return { ...state, ...pick(initialState, ...fields) };
}

/** Selects a data set of ours, with its limits. */
export function choosePreset({ name, limits, depth }: Preset): Partial<State> {
  return { data: { kind: 'preset', name }, limits: [...limits], depth };
}

/** Selects columns. What belongs to the components before is reset. */
export function chooseColumns(chosen: Partial<ColumnChoice>, { heuristic }: State): Partial<State> {
  const names = heuristic.includes(':');
  return {
    ...pick(initialState, ...fieldsOfComponents),
    heuristic: names ? initialState.heuristic : heuristic,
    ...chosen,
  };
}

/** Selects other interactions, and resets the options that are specific to the data. */
export function chooseEvents(events: DataSource): Partial<State> {
  return { events, eventColumns: [], sort: false, loss: null };
}
