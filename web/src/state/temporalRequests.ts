/** The state as requests about temporal interactions. */
import type { EventReadOptions, SplitRequest } from 'tuplepack/temporal';
import type { DataSource, State } from './state';

export function eventOptionsOf({ eventColumns, sort }: State): EventReadOptions {
  return { sort, ...(eventColumns.length > 0 ? { columns: eventColumns } : {}) };
}

export function splitRequestOf({ loss, likeBatchSize, lossScore, ties }: State): SplitRequest {
  return { ...(loss === null ? { likeBatchSize } : { loss }), lossScore, ties };
}

/** Selects other interactions, and resets the options that are specific to the data. */
export function chooseEvents(events: DataSource): Partial<State> {
  return { events, eventColumns: [], sort: false, loss: null };
}
