/** Exports of the current plan, made by the core, and checks of plan files. */
import type { Result } from 'tuplepack';
import type { CheckedPlan } from '../../engine/calls';
import type { Pool } from '../../engine/pool';
import { planJson } from '../../store/packing';
import { type PlanResult, readOptionsOf, roomOf } from '../../store/requests';
import type { Store } from '../../store/store';

/** Rejects with an Error whose message is shown to the user. */
export interface PlanExporter {
  /** the plan file that the program writes, byte for byte */
  planJson(signal: AbortSignal): Promise<string>;
  /** which item sits in which pack, for data whose rows are single items */
  assignmentNpz(order: string, seed: number, signal: AbortSignal): Promise<Uint8Array>;
  checkPlan(file: File, signal: AbortSignal): Promise<CheckedPlan>;
  /** Python that loads the packs of a plan; framework: a name of the core's `loaderFrameworks` */
  loaderCode(framework: string, plan: PlanResult): Promise<string>;
}

function valueOrThrow<T>(result: Result<T>): T {
  if (result.error) throw new Error(result.error.message);
  return result.value;
}

/** Without data and a plan the panel offers no export. */
function required<T>(value: T | null): T {
  if (value === null) throw new Error('there is no plan to export');
  return value;
}

export function createPlanExporter(store: Store, pool: Pool): PlanExporter {
  const plan = async (signal: AbortSignal) => {
    const { histogram } = required(store.loaded.value.value);
    return valueOrThrow(await planJson(pool, histogram, required(store.packed.value.value), signal));
  };
  return {
    planJson: plan,
    async assignmentNpz(order, seed, signal) {
      const { parts } = required(store.loaded.value.value);
      const options = readOptionsOf(store.state.value);
      const json = await plan(signal);
      const { returned } = await pool.run('assignFile', [parts, options, json, { order, seed }], { signal });
      return valueOrThrow(returned);
    },
    async checkPlan(file, signal) {
      const json = new Uint8Array(await file.arrayBuffer());
      return valueOrThrow((await pool.run('checkPlan', [json], { signal })).returned);
    },
    async loaderCode(framework, { histogram, request }) {
      const { components } = histogram;
      const { returned } = await pool.run('loaderCode', [framework, { components, ...roomOf(request) }]);
      return valueOrThrow(returned);
    },
  };
}
