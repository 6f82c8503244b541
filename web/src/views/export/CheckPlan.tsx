import { useRef, useState } from 'preact/hooks';
import { Field, FilePicker } from '../../controls/Field';
import type { CheckedPlan } from '../../engine/protocol';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { exportText as text } from './words';

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

/** Checks a plan file and its certificate. */
export function CheckPlan({
  store,
  check,
}: {
  store: Store;
  check: (file: File, signal: AbortSignal) => Promise<CheckedPlan>;
}) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const running = useRef<AbortController | null>(null);
  const open = async (file: File) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setOutcome('running');
    const found: Outcome = await check(file, control.signal).then(
      (checked) => ({ name: file.name, checked }),
      (error: Error) => ({ wrong: `${file.name}: ${error.message}` }),
    );
    if (!control.signal.aborted) setOutcome(found);
  };
  const wrong = outcome !== null && outcome !== 'running' && 'wrong' in outcome;
  return (
    <section class="export-group" aria-label={text.check}>
      <h3>{text.check}</h3>
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
    </section>
  );
}
