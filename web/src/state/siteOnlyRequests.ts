/** The state as questions to the core that go beyond a plan. */
import type { EstimateRequest, SearchRequest } from 'tuplepack';
import type { Goal } from '../analyses';
import type { PlanResult } from '../store';
import { fittingOf } from './requests';
import type { State } from './state';

/** Of the plan on the screen: made once more in the way that it was found, without the search for that way. */
export function estimateRequestOf(state: State, plan: PlanResult): EstimateRequest {
  const { method, heuristic, distribute, paper, request } = plan;
  const { overhead, devices, batch, beta1, beta2, component } = state;
  return {
    ...request,
    ...{ method, heuristic, distribute, paper },
    ...{ overhead: overhead / 100, devices, batch, beta1, beta2 },
    ...(component === '' ? {} : { component }),
  };
}

export function searchRequestOf(state: State, goal: Goal): SearchRequest {
  const { target, perComponent, timeLimit } = state;
  const asked = { goal, ...fittingOf(state), timeLimit };
  return goal === 'target' ? { ...asked, target, perComponent } : asked;
}
