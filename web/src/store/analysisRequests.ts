/** The state as requests for an estimate or a search for limits. */
import type { EstimateRequest, SearchRequest } from 'tuplepack';
import { fittingOf } from '../state/requests';
import type { State } from '../state/state';
import type { Goal } from './analyses';
import type { PlanResult } from './store';

/** For the current plan: packs again with the method that found it, without the search. */
export function estimateRequestOf(state: State, plan: PlanResult): EstimateRequest {
  const { method, heuristic, distribute, paper, request } = plan;
  const { overhead, devices, batch, beta1, beta2, component } = state;
  return {
    ...request,
    ...{ method, heuristic, distribute, paper },
    ...{ devices, batch, beta1, beta2 },
    ...(overhead === null ? {} : { overhead: overhead / 100 }),
    ...(component === '' ? {} : { component }),
  };
}

export function searchRequestOf(state: State, goal: Goal): SearchRequest {
  const { target, perComponent, timeLimit } = state;
  const asked = { goal, ...fittingOf(state), timeLimit };
  return goal === 'target' ? { ...asked, target, perComponent } : asked;
}
