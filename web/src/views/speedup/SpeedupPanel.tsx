import { useMemo } from 'preact/hooks';
import type { Estimate } from 'tuplepack';
import { Chart, type Picture } from '../../charts/Chart';
import { alongPoints } from '../../charts/cursor';
import { linesOver, ratioAxis, readable, valuesAxis } from '../../charts/elements';
import { type Column, DataTable } from '../../controls/DataTable';
import { SelectField } from '../../controls/Field';
import { counted, whole } from '../../controls/format';
import { Panel, Tile } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import { Region } from '../../controls/Region';
import type { State } from '../../state/state';
import type { Store } from '../../store/store';
import { OptionField } from '../OptionField';

const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const items = (count: number) =>
  count === 1 ? '1 item' : `${count < 100 ? Number(count.toFixed(1)) : whole(count)} items`;
const devicesText = (count: number) => counted(count, 'device');

/** The assumptions of the estimate. */
function Assumptions({ store, components }: { store: Store; components: string[] }) {
  const [first = ''] = components;
  return (
    <fieldset>
      <legend>Assumptions</legend>
      <div class="panel-fields">
        <OptionField store={store} field="overhead" />
        <OptionField store={store} field="batch" />
        <OptionField store={store} field="devices" />
        {components.length > 1 && (
          <SelectField
            label="Component"
            help="The component that dominates step time."
            value={store.state.value.component || first}
            names={components}
            onValue={(name) => store.update({ component: name === first ? '' : name })}
          />
        )}
        <OptionField store={store} field="beta1" />
        <OptionField store={store} field="beta2" />
      </div>
    </fieldset>
  );
}

type ScalingPoint = Estimate['scaling'][number];

/** Ways to train, with their speed-up over padding. */
const waysOf = ({ speedup }: Estimate) => [
  { name: 'packed', ratio: () => speedup },
  { name: 'un-padded', ratio: ({ unpadded }: ScalingPoint) => unpadded },
  { name: 'published', ratio: ({ published }: ScalingPoint) => published },
];

/** Speed-up over padding against the number of devices (Kosec, Fu, Krell 2021, Figure 4), for the current plan. */
export function scalingChart(data: string, estimate: Estimate): Picture {
  const { scaling, speedup, fasterFrom } = estimate;
  const devices = scaling.map((at) => at.devices);
  const lines = waysOf(estimate).map(({ name, ratio }) => ({ name, ys: scaling.map(ratio) }));
  const all = lines.flatMap(({ ys }) => ys);
  const [first, last] = [scaling[0], scaling.at(-1)];
  return {
    label:
      `Line chart: speed-up over padding on 1 to ${devicesText(last?.devices ?? 1)}. Packed: ${times(speedup)} throughout. ` +
      `Un-padded: from ${times(first?.unpadded ?? 1)} on one device to ${times(last?.unpadded ?? 1)}. ` +
      (fasterFrom === null ? 'Packing is never faster.' : `Packing is faster from ${devicesText(fasterFrom)}.`),
    title: `${data}: speed-up over padding`,
    cursor: alongPoints(scaling.length, { lines: lines.length }),
    datasets: linesOver(devices, lines),
    options: readable(
      {
        x: valuesAxis('devices', devices),
        y: ratioAxis('speed-up over padding', Math.min(...all), Math.max(...all)),
      },
      ({ parsed }) => devicesText(parsed.x ?? 1),
      ({ dataset, parsed }) => `${dataset.label} ${times(parsed.y ?? 1)}`,
      true,
    ),
  };
}

function Scaling({ data, estimate }: { data: string; estimate: Estimate }) {
  const picture = useMemo(() => scalingChart(data, estimate), [data, estimate]);
  const columns: Column<ScalingPoint>[] = [
    { name: 'devices', show: ({ devices }) => whole(devices) },
    ...waysOf(estimate).map(({ name, ratio }) => ({ name, show: (at: ScalingPoint) => times(ratio(at)) })),
  ];
  return (
    <>
      <Chart {...picture} size="middle" />
      <small>
        Un-padded: items concatenated without padding; every step waits for the device with the longest batch.
        Published: un-padding of BERT on Wikipedia.
      </small>
      <DataTable
        folded
        caption="Speed-up over padding, by number of devices"
        columns={columns}
        rows={estimate.scaling}
      />
    </>
  );
}

/** Corrections of the optimizer for packs of several items (Kosec, Fu, Krell 2021, §3.4). */
function Optimizer({ optimizer, state }: { optimizer: Estimate['optimizer']; state: State }) {
  const { effectiveBatch, packsForBatch, effectiveBatchOfThem, beta1, beta2 } = optimizer;
  return (
    <Region aria-label="Optimizer settings">
      <h3>Optimizer settings</h3>
      <p>
        A step of {counted(state.batch, 'pack')} processes {items(effectiveBatch)} instead of {items(state.batch)}. Keep
        the learning rate and do one of the following:
      </p>
      <ul>
        <li>
          Use {counted(packsForBatch, 'pack')} per step: {items(effectiveBatchOfThem)}.
        </li>
        <li>
          Or adjust Adam so that its decay per item is unchanged: β₁ {beta1} instead of {state.beta1}, β₂ {beta2}{' '}
          instead of {state.beta2}.
        </li>
      </ul>
    </Region>
  );
}

const help =
  'Estimated training speed-up over batches of random items, assuming step time depends only on the shape ' +
  '(Kosec, Fu, Krell 2021).';

/** The estimated speed-up from the current plan. */
export function SpeedupPanel({ store }: { store: Store }) {
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="panel-empty">Load data to estimate the speed-up from packing.</p>;

  const state = store.state.value;
  const { value: estimate, error } = store.estimated.value;
  const padded = `of ${items(state.batch)}, padded to their longest`;
  return (
    <Panel heading="Speed-up" help={help}>
      <Progress work={store.estimated.value} text="Estimating" />
      {!estimate && !error && <p>Waiting for the plan …</p>}
      {estimate && (
        <>
          <dl class="tiles">
            <Tile name="over random batches" value={times(estimate.speedupOver.random)} help={padded} good />
            <Tile name="over sorted batches" value={times(estimate.speedupOver.sorted)} help={padded} />
            <Tile name="over padding" value={times(estimate.speedupOver.limit)} help="of every item to the limit" />
            <Tile name="over greedy packing" value={times(estimate.speedupOver.greedy)} help="in random order" />
            <Tile
              name="upper bound"
              value={times(estimate.ceilingOverRandom)}
              help="over random batches, without padding or overhead"
            />
            <Tile name="items per pack" value={estimate.packingFactor.toFixed(2)} help="before overhead" />
          </dl>
          <ul>
            {estimate.advice.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <Assumptions store={store} components={loaded.histogram.components} />
      {estimate && (
        <>
          <Scaling data={loaded.title} estimate={estimate} />
          <Optimizer optimizer={estimate.optimizer} state={state} />
        </>
      )}
    </Panel>
  );
}
