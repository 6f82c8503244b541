import './PackView.css';
import { useEffect, useId, useState } from 'preact/hooks';
import type { MaskOptions, Packed, Result } from 'tuplepack';
import { MaskCanvas } from '../../charts/MaskCanvas';
import { pairsSeen } from '../../charts/mask';
import { Field } from '../../controls/Field';
import type { PackTraining } from '../../engine/protocol';
import type { Store } from '../../store/store';
import { LossWeights } from './LossWeights';
import { SegmentArrays } from './SegmentArrays';
import { lengthsOf, type Run, runsOf, shownStrategy } from './strategies';
import { strategiesText } from './words';

const text = strategiesText.pack;

/** Computes the training arrays of one component of a pack. */
export type TrainPack = (
  lengths: number[],
  capacity: number,
  how: MaskOptions,
  signal: AbortSignal,
) => Promise<Result<PackTraining>>;

interface PackProps {
  packed: Packed;
  strategy: number;
  /** whether the sizes are those after alignment */
  aligned: boolean;
  paddings: readonly string[];
  trainPack: TrainPack;
}

/** Request and result: shown until there is a newer result. */
interface Trained {
  runs: Run[];
  lengths: number[];
  component: number;
  capacity: number;
  how: { causal: boolean; padding: string };
  training: Result<PackTraining>;
}

function useTraining({ packed, strategy, trainPack }: PackProps, component: number, causal: boolean, padding: string) {
  const [trained, setTrained] = useState<Trained | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const runs = runsOf(packed, strategy);
    const lengths = lengthsOf(runs, component);
    const capacity = packed.limits[component] ?? 0;
    const how = { causal, padding };
    trainPack(lengths, capacity, how, control.signal).then(
      (training) => setTrained({ runs, lengths, component, capacity, how, training }),
      () => {}, // given up for a newer question; otherwise the page says why nothing can be calculated
    );
    return () => control.abort();
  }, [packed, strategy, trainPack, component, causal, padding]);
  return trained;
}

function Pack(props: PackProps) {
  const { packed, strategy, aligned, paddings } = props;
  const heading = useId();
  const [chosen, setComponent] = useState(0);
  const [causal, setCausal] = useState(false);
  const [padding, setPadding] = useState('self');
  const { components } = packed.histogram;
  const trained = useTraining(props, Math.min(chosen, components.length - 1), causal, padding);
  if (!trained) return null;

  const { runs, lengths, component, capacity, how, training } = trained;
  const name = components[component] ?? '';
  const { value, error } = training;
  return (
    <section class="pack-view" aria-labelledby={heading}>
      <h3 id={heading}>{text.heading(strategy)}</h3>
      <p>{text.summary(packed.plan.repeats[strategy] ?? 0, lengths.length)}</p>
      <div class="pack-choices">
        {components.length > 1 && (
          <Field label={text.component} help={text.componentHelp}>
            {(control) => (
              <select {...control} value={chosen} onChange={(event) => setComponent(Number(event.currentTarget.value))}>
                {components.map((label, c) => (
                  <option key={label} value={c}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Field label={text.causal} help={text.causalHelp}>
          {(control) => (
            <input
              {...control}
              type="checkbox"
              checked={causal}
              onChange={(event) => setCausal(event.currentTarget.checked)}
            />
          )}
        </Field>
        <Field label={text.padding} help={text.paddingHelp}>
          {(control) => (
            <select {...control} value={padding} onChange={(event) => setPadding(event.currentTarget.value)}>
              {paddings.map((policy) => (
                <option key={policy} value={policy}>
                  {text.paddings[policy] ?? policy}
                </option>
              ))}
            </select>
          )}
        </Field>
        {error && <p role="alert">{error.message}</p>}
      </div>
      {value && (
        <>
          <MaskCanvas
            title={text.maskTitle(name, strategy, how.causal)}
            label={text.maskLabel(name, capacity, lengths, how.causal)}
            caption={text.maskCaption(pairsSeen(lengths, capacity, how), capacity, value.pixels.length)}
            segments={value.pixels}
            bits={value.bits}
          />
          <LossWeights {...{ runs, component, components, aligned }} training={value} />
          <SegmentArrays segments={value} />
        </>
      )}
    </section>
  );
}

/** The contents of a pack of the selected strategy, its mask and training arrays. */
export function PackView({ store, trainPack }: { store: Store; trainPack: TrainPack }) {
  const packed = store.packed.value.value;
  if (!packed || packed.plan.repeats.length === 0) return null;
  const { strategy, alignItem } = store.state.value;
  const aligned = alignItem.some((multiple) => multiple > 1);
  const paddings = store.tables.value?.paddingPolicies ?? [];
  return <Pack {...{ packed, aligned, paddings, trainPack }} strategy={shownStrategy(packed, strategy)} />;
}
