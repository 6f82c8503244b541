import './strategies.css';
import { useId, useState } from 'preact/hooks';
import type { Packed, Segments } from 'tuplepack';
import { MaskCanvas } from '../../charts/MaskCanvas';
import { CopyText } from '../../controls/buttons';
import { DataTable } from '../../controls/DataTable';
import { CheckField, SelectField } from '../../controls/Field';
import { counted, percent, whole } from '../../controls/format';
import { Region } from '../../controls/Region';
import { useCalculated } from '../../controls/useCalculated';
import { type Run, runsOf } from '../../data/runs';
import type { PackTraining } from '../../engine/calls';
import { pairsSeen } from '../../engine/mask';
import { resultOf } from '../../engine/refused';
import type { Store } from '../../store/store';
import { itemsOf, lengthsOf, shownStrategy } from './strategies';

/** 1/6 → 0.1667 */
const rounded = (value: number) => String(Number(value.toPrecision(4)));

function itemsText({ sizes, copies }: Run): string {
  const item = sizes.length === 1 ? whole(sizes[0] ?? 0) : `(${sizes.map(whole).join(', ')})`;
  return copies === 1 ? item : `${whole(copies)} × ${item}`;
}

/** What the sizes of an item are. */
function sizesText(components: string[], aligned: boolean): string {
  const sizes = aligned ? 'sizes after alignment' : 'sizes';
  return components.length > 1
    ? `${sizes}: (${components.join(', ')})`
    : components.join() + (aligned ? `, ${sizes}` : '');
}

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
          { name: sizesText(components, aligned), names: true, show: itemsText },
          { name: 'weight per position', show: ({ length, weight }) => length > 0 && rounded(weight) },
          { name: 'share of an unweighted mean', show: ({ length }) => length > 0 && percent(length / places) },
        ]}
        rows={rows}
      />
      {weighed > 0 && (
        <small>
          With these weights every item contributes {percent(1 / weighed)} of the loss, as without packing. An
          unweighted mean over the {whole(places)} used positions gives each the weight {rounded(1 / places)}, so long
          items count more.
        </small>
      )}
    </div>
  );
}

/** The arrays of a larger pack are too long for a text. */
const mostPlaces = 1 << 22;

const shown = 64;
const arrays = [
  { name: 'position_ids', field: 'positionIds', help: '0, 1, 2, … within each item' },
  { name: 'segment_ids', field: 'segmentIds', help: '1, 2, … for the items, 0 for padding' },
  { name: 'cu_seqlens', field: 'cuSeqlens', help: 'cumulative sequence lengths' },
] as const;

/** The arrays of a pack for training, truncated, with copy buttons. */
function SegmentArrays({ segments }: { segments: Segments }) {
  return (
    <dl class="stack segment-arrays">
      {arrays.map(({ name, field, help }) => {
        const values = segments[field];
        return (
          <div key={name}>
            <dt class="row">
              <code>{name}</code> <small>{help}</small>
            </dt>
            <dd class="stack stack-close">
              <code>
                [{values.subarray(0, shown).join(', ')}
                {values.length > shown && ', …'}]
              </code>
              <CopyText label={`Copy ${name}`} what={name} content={`[${values.join(', ')}]`} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Pack({ store, packed }: { store: Store; packed: Packed }) {
  const strategy = shownStrategy(packed, store.state.value.strategy);
  // the sizes are those after alignment
  const aligned = store.state.value.alignItem.some((multiple) => multiple > 1);
  const heading = useId();
  const [chosen, setComponent] = useState(0);
  const [causal, setCausal] = useState(false);
  const [padding, setPadding] = useState('self');
  const { components } = packed.histogram;
  const component = Math.min(chosen, components.length - 1);
  const trained = useCalculated(
    async (signal) => {
      const runs = runsOf(packed, strategy);
      const capacity = packed.limits[component] ?? 0;
      const isLarge = Math.max(capacity, itemsOf(runs)) > mostPlaces;
      const lengths = isLarge ? [] : lengthsOf(runs, component);
      const how = { causal, padding };
      const { value, error } = isLarge
        ? { error: { message: 'This pack is too large to be drawn.' } }
        : await resultOf(store.pool.run('trainPack', [lengths, capacity, how], { signal }));
      const name = components[component] ?? '';
      return { runs, lengths, component, name, capacity, how, value: value?.value, error };
    },
    [packed, strategy, component, causal, padding],
  );
  if (!trained) return null;

  const { runs, lengths, name, capacity, how, value, error } = trained;
  return (
    <Region class="pack-view" aria-labelledby={heading}>
      <h3 id={heading}>A pack of strategy {whole(strategy + 1)}</h3>
      <p>
        {counted(packed.plan.repeats[strategy] ?? 0, 'pack')} like this, {counted(itemsOf(runs), 'item')} each
      </p>
      <div class="stack stack-close pack-choices">
        {components.length > 1 && (
          <SelectField
            label="Component"
            help="Each component has its own mask and arrays."
            value={components[component] ?? ''}
            names={components}
            onValue={(label) => setComponent(components.indexOf(label))}
          />
        )}
        <CheckField
          label="Causal"
          help="A position attends only to itself and earlier positions, as in a language model."
          checked={causal}
          onChecked={setCausal}
        />
        <SelectField
          label="Padding attends to"
          help="If a position attends to nothing, its softmax is NaN."
          value={padding}
          names={store.tables.value?.paddingPolicies ?? []}
          titles={{ none: 'nothing', self: 'itself', block: 'all padding' }}
          onValue={setPadding}
        />
        {error && <p role="alert">{error.message}</p>}
      </div>
      {value && (
        <>
          <MaskCanvas
            title={`${how.causal ? 'Causal mask' : 'Mask'} of ${name}, strategy ${whole(strategy + 1)}`}
            label={
              `${how.causal ? 'Causal b' : 'B'}lock-diagonal attention mask of ${whole(capacity)} × ${whole(capacity)} positions of ${name}: ` +
              `${lengths.length} blocks of ${lengths.slice(0, 12).map(whole).join(', ')}${lengths.length > 12 ? ', …' : ''}.`
            }
            caption={
              `${percent(pairsSeen(lengths, capacity, how) / capacity ** 2)} of the mask is set.` +
              (value.pixels.length < capacity
                ? ` ${whole(capacity)} positions, drawn as ${whole(value.pixels.length)} pixels.`
                : '')
            }
            segments={value.pixels}
            bits={value.bits}
          />
          <LossWeights {...{ runs, components, aligned }} component={trained.component} training={value} />
          <SegmentArrays segments={value} />
        </>
      )}
    </Region>
  );
}

/** The contents of a pack of the selected strategy, its mask and training arrays. */
export function PackView({ store }: { store: Store }) {
  const packed = store.drawn.value;
  return packed && packed.plan.repeats.length > 0 ? <Pack store={store} packed={packed} /> : null;
}
