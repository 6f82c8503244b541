/** What is saved to files and read from them. */
import { useState } from 'preact/hooks';
import { SaveButton } from '../../controls/buttons';
import { Field, FilePicker } from '../../controls/Field';
import { counted, percent, whole } from '../../controls/format';
import { useCalculated } from '../../controls/useCalculated';
import { strategiesCsv } from '../../data/csv';
import type { CheckedPlan } from '../../engine/calls';
import type { PlanResult } from '../../state/requests';
import type { LoadedData } from '../../store/loading';
import { planJson } from '../../store/packing';
import type { Store } from '../../store/store';
import { OptionField } from '../OptionField';

interface Props {
  store: Store;
  data: LoadedData;
  packed: PlanResult;
}

/** The plan and its strategies. */
export function PlanFiles({ store, data, packed }: Props) {
  const certificate = packed.certified
    ? ' It includes a certificate with which tuplepack verify plan.json independently proves that every plan needs at least ' +
      `${counted(packed.bound.packs, 'pack')}.`
    : '';
  return (
    <>
      <SaveButton
        label="Plan (JSON)"
        help={`The same plan file that tuplepack pack writes; tuplepack assign reads it.${certificate}`}
        name="plan.json"
        content={(signal) => planJson(store.pool, data.histogram, packed, signal)}
      />
      <SaveButton
        label="Strategies (CSV)"
        help="One row per size and strategy."
        name="strategies.csv"
        content={async () => strategiesCsv(packed)}
      />
    </>
  );
}

/** The assignment of items to packs, if rows are items. */
export function Assignment({ store, data, packed }: Props) {
  const { order, seed } = store.state.value;
  if (!data.hasItems) {
    return <p class="muted">An assignment requires one row per item, in data set order. This data is a histogram.</p>;
  }
  const assign = async (signal: AbortSignal) => {
    const plan = await planJson(store.pool, data.histogram, packed, signal);
    return (await store.pool.run('assignFile', [data.parts, data.reading, plan, { order, seed }], { signal })).value;
  };
  return (
    <>
      <div class="panel-fields">
        <OptionField store={store} field="order" />
        {(order === 'shuffle' || order === 'permute') && <OptionField store={store} field="seed" />}
      </div>
      <SaveButton
        label="Assignment (.npz)"
        help="Which item is in which pack: the arrays offsets and items (CSR) in a .npz archive."
        name="packs.npz"
        content={assign}
      />
    </>
  );
}

/** What is known about a valid plan. */
function Checked({ name, checked, data }: { name: string; checked: CheckedPlan; data: LoadedData | null }) {
  const { packed, proof } = checked;
  const { metrics, bound, items, limits, depth, gap } = packed;
  const { components } = packed.histogram;
  const filled = components.map(
    (component, c) => `${component} ${whole(limits[c] ?? 0)} (${percent(metrics.efficiency[c] ?? 0)} filled)`,
  );
  const more = metrics.packs - metrics.paddingPacks - (proof.value ?? 0);
  const isSame = items === data?.stats.items && packed.totals.join() === data.stats.totals.join();
  return (
    <>
      <p>
        {name} is valid: {counted(metrics.packs, 'pack')} hold{' '}
        {items === 1 ? 'the item' : `each of ${whole(items)} items`} once.
      </p>
      <p>
        Limits: {filled.join(', ')}; {depth === null ? 'any number of items' : `at most ${counted(depth, 'item')}`} in a
        pack.
      </p>
      <p>
        {proof.error
          ? `No certificate: ${proof.error.message}. The lower bound computed here (${bound.name}) is ` +
            counted(bound.packs, 'pack') +
            (gap === 0 ? ', so the plan is optimal.' : `, ${whole(gap)} fewer than the plan has.`)
          : `Its certificate proves that every plan needs at least ${counted(proof.value, 'pack')}: ` +
            (more === 0 ? 'the plan is optimal.' : `the plan has ${whole(more)} more.`)}
      </p>
      {data && <p>It is a plan for {isSame ? 'the data shown' : 'different data'}.</p>}
    </>
  );
}

interface Outcome {
  file: File;
  checked?: CheckedPlan;
  wrong?: string;
}

async function check({ pool }: Store, file: File, signal: AbortSignal): Promise<Outcome> {
  try {
    const json = new Uint8Array(await file.arrayBuffer());
    return { file, checked: (await pool.run('checkPlan', [json], { signal })).value };
  } catch (error) {
    signal.throwIfAborted();
    return { file, wrong: `${file.name}: ${(error as Error).message}` };
  }
}

/** Checks a plan file and its certificate. */
export function CheckPlan({ store }: { store: Store }) {
  const [file, setFile] = useState<File | null>(null);
  const latest = useCalculated((signal) => file && check(store, file, signal), [file]);
  const outcome = latest?.file === file ? latest : null;
  return (
    <>
      <Field
        label="Plan file"
        help="A plan.json from this page, tuplepack pack or the Python package. It is not uploaded."
        wrong={outcome?.wrong}
      >
        {(control) => <FilePicker control={control} label="Choose …" onFiles={([chosen]) => setFile(chosen ?? null)} />}
      </Field>
      <div role="status">
        {file && !outcome && <p>Checking …</p>}
        {file && outcome?.checked && (
          <Checked name={file.name} checked={outcome.checked} data={store.loaded.value.value} />
        )}
      </div>
    </>
  );
}
