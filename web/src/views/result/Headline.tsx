import { whole } from '../../controls/format';
import { useCalculated } from '../../controls/useCalculated';
import type { PlanResult } from '../../state/requests';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { namedLimits } from '../limits/words';
import { batchShares, savings } from './savings';

/** 8.8, 12, 1,234; close to 1 two decimals matter */
function factor(times: number, decimals: number): string {
  return times >= 100 ? whole(times) : times.toFixed(times < 10 ? decimals : 0);
}

/** What packing gains over padding to the largest, and over the batches that people make without it. */
export function Headline({ store, loaded, plan }: { store: Store; loaded: LoadedData; plan: PlanResult }) {
  const { batch } = store.state.value;
  const calculated = useCalculated((signal) => batchShares(store.pool, loaded, batch, signal), [loaded, batch]);
  const shares = calculated?.of === loaded && calculated.batch === batch ? calculated : null;
  const over = (way: 'random' | 'sorted') => (shares ? factor(savings(loaded, plan, shares[way]), 2) : '…');
  const times = savings(loaded, plan);
  if (!(times >= 1.05)) return <h2 class="result-headline">Packing saves nothing with these limits</h2>;
  const { components } = loaded.histogram;
  return (
    <>
      <h2 class="result-headline">
        Packing reduces computation by a factor of <em>{factor(times, 1)}</em>
      </h2>
      <p class="muted">versus padding every item to the largest, {namedLimits(components, loaded.stats.largest)}.</p>
      <p class="muted">
        Versus batches of {whole(batch)} padded to their longest: <strong>{over('random')}</strong> in random order,{' '}
        <strong>{over('sorted')}</strong> sorted by {components[0]}, which gives every batch a shape of its own.
      </p>
    </>
  );
}
