/** What changes when other columns of the data, or a data set of ours, are chosen. */

import type { Preset } from '../data/presets';
import { type DataSource, initialState, type State } from './state';

export function choosePreset({ name, limits, depth }: Preset): Partial<State> {
  return { data: { kind: 'preset', name }, limits: [...limits], depth };
}

/** Everything that has one entry per component, or names one, belongs to the components before. */
export function chooseColumns(
  chosen: Partial<Pick<State, 'columns' | 'countColumn' | 'lengthsOf'>>,
  state: State,
): Partial<State> {
  const { limits, alignItem, alignTotal, reserve, ranges, strategy } = initialState;
  const heuristic = state.heuristic.includes(':') ? initialState.heuristic : state.heuristic;
  return { limits, alignItem, alignTotal, reserve, ranges, strategy, heuristic, ...chosen };
}

/** Selects other interactions, and resets the options that are specific to the data. */
export function chooseEvents(events: DataSource): Partial<State> {
  return { events, eventColumns: [], sort: false, loss: null };
}
