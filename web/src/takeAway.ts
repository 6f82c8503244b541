/** What leaves the page, made for the plan on the screen. */
import type { Result } from 'tuplepack';
import { assignmentNpz, planJson } from './engine/engine';
import type { Pool } from './engine/pool';
import type { TakeAway } from './export/takeAway';
import { readOptionsOf, roomOf } from './state/room';
import type { Store } from './store';

/** The message of a refusal, as the panels show it. */
function orThrow<T>(result: Result<T>): T {
  if (result.error) throw new Error(result.error.message);
  return result.value;
}

/** Without data, or a plan of them, there is nothing to take away: the panel offers nothing then. */
function there<T>(value: T | null): T {
  if (value === null) throw new Error('there is nothing to take away');
  return value;
}

export function takeAwayOf(store: Store, pool: Pool): TakeAway {
  const plan = async (signal: AbortSignal) => {
    const { histogram } = there(store.loaded.value.value);
    const { json, request } = there(store.packed.value.value);
    return json ?? orThrow(await planJson(pool, histogram, request, signal));
  };
  return {
    planJson: plan,
    async assignmentNpz(order, seed, signal) {
      const { bytes } = there(store.loaded.value.value);
      const options = readOptionsOf(store.state.value);
      return orThrow(await assignmentNpz(pool, bytes, options, await plan(signal), { order, seed }, signal));
    },
    async loaderCode(framework) {
      const { components } = there(store.loaded.value.value).histogram;
      const request = { components, ...roomOf(there(store.packed.value.value).request) };
      return orThrow((await pool.run('loaderCode', [framework, request])).returned);
    },
  };
}
