/** What leaves the page, made for the state on the screen. */
import type { Result } from 'tuplepack';
import { assignmentNpz, planJson } from './engine/engine';
import type { Pool } from './engine/pool';
import type { TakeAway } from './export/takeAway';
import { fittingOf, packRequestOf, readOptionsOf } from './state/room';
import type { Loaded, Store } from './store';

/** The message of a refusal, as the panels show it. */
function orThrow<T>(result: Result<T>): T {
  if (result.error) throw new Error(result.error.message);
  return result.value;
}

/** Without data there is nothing to take away: the panel offers nothing then. */
function loadedOf(store: Store): Loaded {
  const loaded = store.loaded.value.value;
  if (!loaded) throw new Error('there are no data');
  return loaded;
}

export function takeAwayOf(store: Store, pool: Pool): TakeAway {
  const plan = async () => {
    const { histogram, stats } = loadedOf(store);
    return orThrow(await planJson(pool, histogram, packRequestOf(store.state.value, stats)));
  };
  return {
    planJson: plan,
    async assignmentNpz(order, seed) {
      const { bytes } = loadedOf(store);
      const how = { order, seed };
      return orThrow(await assignmentNpz(pool, bytes, readOptionsOf(store.state.value), await plan(), how));
    },
    async loaderCode(framework) {
      const { histogram, stats } = loadedOf(store);
      const { limits } = packRequestOf(store.state.value, stats);
      const request = { components: histogram.components, limits, ...fittingOf(store.state.value) };
      return orThrow((await pool.run('loaderCode', [framework, request])).returned);
    },
  };
}
