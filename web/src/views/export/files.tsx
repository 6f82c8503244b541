/** What is saved to files and read from them. */
import { useRef, useState } from 'preact/hooks';
import { SaveButton } from '../../controls/buttons';
import { Field, FilePicker, NumberField, SelectField } from '../../controls/Field';
import { strategiesCsv } from '../../data/csv';
import type { CheckedPlan } from '../../engine/calls';
import { choicesOf, rangeOf } from '../../engine/coreTables';
import type { Pool } from '../../engine/pool';
import { type PlanResult, readOptionsOf } from '../../state/requests';
import type { LoadedData } from '../../store/loading';
import { planJson } from '../../store/packing';
import type { Store } from '../../store/store';
import { exportText as text } from './words';

interface Props {
  pool: Pool;
  data: LoadedData;
  packed: PlanResult;
}

/** The plan and its strategies. */
export function PlanFiles({ pool, data, packed }: Props) {
  return (
    <>
      <SaveButton
        label={text.plan}
        help={packed.certified ? `${text.planHelp} ${text.certificate(packed.bound.packs)}` : text.planHelp}
        name={text.planName}
        type="application/json"
        content={(signal) => planJson(pool, data.histogram, packed, signal)}
      />
      <SaveButton
        label={text.strategies}
        help={text.strategiesHelp}
        name={text.strategiesName}
        type="text/csv"
        content={async () => strategiesCsv(packed)}
      />
    </>
  );
}

/** The assignment of items to packs, if rows are items. */
export function Assignment({ store, pool, data, packed }: Props & { store: Store }) {
  const { order, seed } = store.state.value;
  if (!data.hasItems) return <p class="export-empty">{text.assignmentNone}</p>;
  const assign = async (signal: AbortSignal) => {
    const plan = await planJson(pool, data.histogram, packed, signal);
    const how = readOptionsOf(store.state.value);
    return (await pool.run('assignFile', [data.parts, how, plan, { order, seed }], { signal })).value;
  };
  return (
    <>
      <div class="export-fields">
        <SelectField
          label={text.order}
          help={text.orderHelp}
          value={order}
          names={choicesOf('order')}
          titles={text.orders}
          onValue={(name) => store.update({ order: name })}
        />
        {order === 'shuffle' && (
          <NumberField
            label={text.seed}
            help={text.seedHelp}
            value={seed}
            {...rangeOf('seed')}
            onValue={(value, final) => store.update({ seed: value ?? 0 }, final)}
          />
        )}
      </div>
      <SaveButton
        label={text.assignmentSave}
        help={text.assignmentHelp}
        name={text.assignmentName}
        type="application/zip"
        content={assign}
      />
    </>
  );
}

function isFor({ packed }: CheckedPlan, { stats }: LoadedData): boolean {
  return packed.items === stats.items && packed.totals.join() === stats.totals.join();
}

/** What is known about a valid plan. */
function Checked({ name, checked, data }: { name: string; checked: CheckedPlan; data: LoadedData | null }) {
  const { packed, proof } = checked;
  const { metrics, bound } = packed;
  const packs = metrics.packs - metrics.paddingPacks;
  return (
    <>
      <p>{text.checked(name, packed.items, metrics.packs)}</p>
      <p>{text.checkedRoom(packed.histogram.components, packed.limits, packed.depth, metrics.efficiency)}</p>
      <p>
        {proof.error
          ? text.checkedBound(proof.error.message, bound.name, bound.packs, packed.gap)
          : text.checkedProof(proof.value, packs - proof.value)}
      </p>
      {data && <p>{isFor(checked, data) ? text.checkedSame : text.checkedOther}</p>}
    </>
  );
}

type Outcome = { name: string; checked: CheckedPlan } | { wrong: string } | 'running' | null;

async function check(pool: Pool, file: File, signal: AbortSignal): Promise<CheckedPlan> {
  const json = new Uint8Array(await file.arrayBuffer());
  return (await pool.run('checkPlan', [json], { signal })).value;
}

/** Checks a plan file and its certificate. */
export function CheckPlan({ store, pool }: { store: Store; pool: Pool }) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const running = useRef<AbortController | null>(null);
  const open = async (file: File) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setOutcome('running');
    const found: Outcome = await check(pool, file, control.signal).then(
      (checked) => ({ name: file.name, checked }),
      (error: Error) => ({ wrong: `${file.name}: ${error.message}` }),
    );
    if (!control.signal.aborted) setOutcome(found);
  };
  const wrong = outcome !== null && outcome !== 'running' && 'wrong' in outcome;
  return (
    <>
      <Field label={text.checkFile} help={text.checkHelp} wrong={wrong ? outcome.wrong : undefined}>
        {(control) => (
          <FilePicker control={control} label={text.checkChoose} onFiles={([file]) => file && void open(file)} />
        )}
      </Field>
      <div role="status">
        {outcome === 'running' && <p>{text.checking}</p>}
        {outcome !== null && outcome !== 'running' && !wrong && 'checked' in outcome && (
          <Checked {...outcome} data={store.loaded.value.value} />
        )}
      </div>
    </>
  );
}
