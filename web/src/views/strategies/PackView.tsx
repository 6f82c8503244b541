import './strategies.css';
import { useId, useState } from 'preact/hooks';
import type { Packed, Segments } from 'tuplepack';
import { MaskCanvas } from '../../charts/MaskCanvas';
import { CopyText } from '../../controls/buttons';
import { DataTable } from '../../controls/DataTable';
import { CheckField, SelectField } from '../../controls/Field';
import { percent } from '../../controls/format';
import { useCalculated } from '../../controls/useCalculated';
import type { PackTraining } from '../../engine/calls';
import { pairsSeen } from '../../engine/mask';
import type { Pool } from '../../engine/pool';
import { resultOf } from '../../engine/refused';
import type { Store } from '../../store/store';
import { lengthsOf, type Run, runsOf, shownStrategy } from './strategies';
import { packText as text } from './words';

interface WeightsProps {
  runs: Run[];
  component: number;
  components: string[];
  aligned: boolean;
  training: PackTraining;
}

/** The items of a pack and their weights in the loss. */
function LossWeights({ runs, component, components, aligned, training: { weights, cuSeqlens } }: WeightsProps) {
  const places = cuSeqlens[cuSeqlens.length - 1] as number;
  const weighed = lengthsOf(runs, component).filter((length) => length > 0).length;
  let item = 0;
  const rows = runs.map(({ sizes, copies }) => {
    const weight = weights[cuSeqlens[item] as number] as number;
    item += copies;
    return { sizes, copies, length: sizes[component] as number, weight };
  });
  return (
    <div class="loss-weights">
      <DataTable
        titled
        caption="Items in the pack"
        columns={[
          {
            name: text.ofSizes(components, aligned),
            names: true,
            show: ({ sizes, copies }) => text.run(sizes, copies),
          },
          { name: 'weight per position', show: ({ length, weight }) => length > 0 && text.number(weight) },
          { name: 'share of an unweighted mean', show: ({ length }) => length > 0 && percent(length / places) },
        ]}
        rows={rows}
        rowKey={({ sizes }) => sizes.join()}
      />
      {weighed > 0 && <small>{text.weightHelp(weighed, places)}</small>}
    </div>
  );
}

const shown = 64;
const arrays = [
  ['position_ids', 'positionIds'],
  ['segment_ids', 'segmentIds'],
  ['cu_seqlens', 'cuSeqlens'],
] as const;

/** The arrays of a pack for training, truncated, with copy buttons. */
function SegmentArrays({ segments }: { segments: Segments }) {
  return (
    <dl class="segment-arrays">
      {arrays.map(([name, field]) => {
        const values = segments[field];
        return (
          <div key={name}>
            <dt>
              <code>{name}</code> <small>{text[name]}</small>
            </dt>
            <dd>
              <code>
                [{values.subarray(0, shown).join(', ')}
                {values.length > shown && ', …'}]
              </code>
              <CopyText label={text.copy(name)} what={name} content={`[${values.join(', ')}]`} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface PackProps {
  packed: Packed;
  strategy: number;
  /** whether the sizes are those after alignment */
  aligned: boolean;
  paddings: readonly string[];
  pool: Pool;
}

function Pack({ packed, strategy, aligned, paddings, pool }: PackProps) {
  const heading = useId();
  const [chosen, setComponent] = useState(0);
  const [causal, setCausal] = useState(false);
  const [padding, setPadding] = useState('self');
  const { components } = packed.histogram;
  const component = Math.min(chosen, components.length - 1);
  const trained = useCalculated(
    async (signal) => {
      const runs = runsOf(packed, strategy);
      const lengths = lengthsOf(runs, component);
      const capacity = packed.limits[component] ?? 0;
      const how = { causal, padding };
      const { value, error } = await resultOf(pool.run('trainPack', [lengths, capacity, how], { signal }));
      const name = components[component] ?? '';
      return { runs, lengths, component, name, capacity, how, value: value?.value, error };
    },
    [pool, packed, strategy, component, causal, padding],
  );
  if (!trained) return null;

  const { runs, lengths, name, capacity, how, value, error } = trained;
  return (
    <section class="pack-view" aria-labelledby={heading}>
      <h3 id={heading}>{text.heading(strategy)}</h3>
      <p>{text.summary(packed.plan.repeats[strategy] ?? 0, lengths.length)}</p>
      <div class="pack-choices">
        {components.length > 1 && (
          <SelectField
            label="Component"
            help="Each component has its own mask and arrays."
            value={components[component] ?? ''}
            names={components}
            onValue={(label) => setComponent(components.indexOf(label))}
          />
        )}
        <CheckField label="Causal" help={text.causalHelp} checked={causal} onChecked={setCausal} />
        <SelectField
          label="Padding attends to"
          help="If a position attends to nothing, its softmax is NaN."
          value={padding}
          names={paddings}
          titles={text.paddings}
          onValue={setPadding}
        />
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
          <LossWeights {...{ runs, components, aligned }} component={trained.component} training={value} />
          <SegmentArrays segments={value} />
        </>
      )}
    </section>
  );
}

/** The contents of a pack of the selected strategy, its mask and training arrays. */
export function PackView({ store, pool }: { store: Store; pool: Pool }) {
  const packed = store.packed.value.value;
  if (!packed || packed.plan.repeats.length === 0) return null;
  const { strategy, alignItem } = store.state.value;
  const aligned = alignItem.some((multiple) => multiple > 1);
  const paddings = store.tables.value?.paddingPolicies ?? [];
  return <Pack {...{ packed, aligned, paddings, pool }} strategy={shownStrategy(packed, strategy)} />;
}
