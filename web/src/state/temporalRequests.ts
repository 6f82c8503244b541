/** The state as questions about temporal interactions. */
import type { EventReadOptions, SplitRequest } from 'tuplepack/temporal';
import type { DataSource, State } from './state';

export function eventOptionsOf({ eventColumns, sort }: State): EventReadOptions {
  return { sort, ...(eventColumns.length > 0 ? { columns: eventColumns } : {}) };
}

export function splitRequestOf({ loss, likeBatchSize, lossScore, ties }: State): SplitRequest {
  return { ...(loss === null ? { likeBatchSize } : { loss }), lossScore, ties };
}

/** Other interactions: a loss that was chosen, and how they are read, would mean something else for them. */
export function chooseEvents(events: DataSource): Partial<State> {
  return { events, eventColumns: [], sort: false, loss: null };
}
