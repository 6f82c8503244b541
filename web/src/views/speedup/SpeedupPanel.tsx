import { useMemo } from 'preact/hooks';
import type { Estimate } from 'tuplepack';
import { Chart, type Picture } from '../../charts/Chart';
import { alongPoints } from '../../charts/cursor';
import { lineLegend, linesOver, ratioAxis, tooltip, valuesAxis } from '../../charts/elements';
import { type Column, DataTable } from '../../controls/DataTable';
import { NumberField, SelectField } from '../../controls/Field';
import { counted, whole } from '../../controls/format';
import { Panel, Tile } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import { rangeOf } from '../../engine/coreTables';
import { initialState, type State } from '../../state/state';
import type { Store } from '../../store/store';

const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const items = (count: number) =>
  count === 1 ? '1 item' : `${count < 100 ? Number(count.toFixed(1)) : whole(count)} items`;
const packs = (count: number) => counted(count, 'pack');
const devicesText = (count: number) => counted(count, 'device');

const text = {
  help: 'Estimated training speed-up over padding every item to the largest, if the time of a step depends only on its shape (Kosec, Fu, Krell 2021).',
  overheadHelp:
    'How much longer a packed step takes than a padded one of the same shape. Empty: estimated from the plan.',
  chart: (data: string) => `${data}: speed-up over padding`,
  chartLabel: (speedup: number, most: number, first: number, last: number, from: number | null) =>
    `Line chart: speed-up over padding on 1 to ${devicesText(most)}. Packed: ${times(speedup)} throughout. ` +
    `Un-padded: from ${times(first)} on one device to ${times(last)}. ` +
    (from === null ? 'Packing is never faster.' : `Packing is faster from ${devicesText(from)}.`),
  acrossAxis: 'devices',
  legend:
    'Un-padded: items concatenated without padding; every step waits for the device with the longest batch. Published: un-padding of BERT on Wikipedia.',

  optimizer: 'Optimizer settings',
  effective: (batch: number, effective: number) =>
    `A step of ${packs(batch)} processes ${items(effective)} instead of ${items(batch)}. Keep the learning rate and do one of the following:`,
  fewer: (count: number, effective: number) => `Use ${packs(count)} per step, which hold ${items(effective)}.`,
  betas: (beta1: number, beta2: number, before1: number, before2: number) =>
    `Or adjust Adam so that its decay per item is unchanged: β₁ ${beta1} instead of ${before1}, β₂ ${beta2} instead of ${before2}.`,
};

type Assumption = 'overhead' | 'devices' | 'batch' | 'beta1' | 'beta2';

/** The assumptions of the estimate. */
function Assumptions({ store, components }: { store: Store; components: string[] }) {
  const state = store.state.value;
  const [first = ''] = components;
  const number = (field: Assumption, label: string, help: string) => (
    <NumberField
      label={label}
      help={help}
      value={state[field]}
      {...rangeOf(field)}
      empty={initialState[field] === null}
      onValue={(value, final) => store.update({ [field]: value } as Partial<State>, final)}
    />
  );
  return (
    <fieldset>
      <legend>Assumptions</legend>
      <div class="panel-fields">
        {number('overhead', 'Overhead (percent)', text.overheadHelp)}
        {number('batch', 'Batch size', 'Items per device and step without packing.')}
        {number('devices', 'Devices', 'Largest number of devices on the curve.')}
        {components.length > 1 && (
          <SelectField
            label="Component"
            help="The component that determines the time of a step."
            value={state.component || first}
            names={components}
            onValue={(name) => store.update({ component: name === first ? '' : name })}
          />
        )}
        {number('beta1', 'β₁', 'Adam’s β₁ without packing.')}
        {number('beta2', 'β₂', 'Adam’s β₂ without packing.')}
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
    label: text.chartLabel(speedup, last?.devices ?? 1, first?.unpadded ?? 1, last?.unpadded ?? 1, fasterFrom),
    title: text.chart(data),
    cursor: alongPoints(scaling.length, { lines: lines.length }),
    data: { datasets: linesOver(devices, lines) },
    options: {
      scales: {
        x: valuesAxis(text.acrossAxis, devices),
        y: ratioAxis('speed-up over padding', Math.min(...all), Math.max(...all)),
      },
      plugins: {
        legend: lineLegend,
        tooltip: tooltip(
          ({ parsed }) => devicesText(parsed.x ?? 1),
          ({ dataset, parsed }) => `${dataset.label} ${times(parsed.y ?? 1)}`,
          true,
        ),
      },
    },
  };
}

function Scaling({ data, estimate }: { data: string; estimate: Estimate }) {
  const picture = useMemo(() => scalingChart(data, estimate), [data, estimate]);
  const columns: Column<ScalingPoint>[] = [
    { name: text.acrossAxis, show: ({ devices }) => whole(devices) },
    ...waysOf(estimate).map(({ name, ratio }) => ({ name, show: (at: ScalingPoint) => times(ratio(at)) })),
  ];
  return (
    <>
      <Chart {...picture} size="middle" />
      <small>{text.legend}</small>
      <DataTable
        folded
        caption="Speed-up over padding, by number of devices"
        columns={columns}
        rows={estimate.scaling}
        rowKey={({ devices }) => devices}
      />
    </>
  );
}

/** Corrections of the optimizer for packs of several items (Kosec, Fu, Krell 2021, §3.4). */
function Optimizer({ optimizer, state }: { optimizer: Estimate['optimizer']; state: State }) {
  const { effectiveBatch, packsForBatch, effectiveBatchOfThem, beta1, beta2 } = optimizer;
  return (
    <section aria-label={text.optimizer}>
      <h3>{text.optimizer}</h3>
      <p>{text.effective(state.batch, effectiveBatch)}</p>
      <ul>
        <li>{text.fewer(packsForBatch, effectiveBatchOfThem)}</li>
        <li>{text.betas(beta1, beta2, state.beta1, state.beta2)}</li>
      </ul>
    </section>
  );
}

/** The estimated speed-up from the current plan. */
export function SpeedupPanel({ store }: { store: Store }) {
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="panel-empty">Load data to estimate the speed-up from packing.</p>;

  const { value: estimate, error } = store.estimated.value;
  return (
    <Panel heading="Speed-up" help={text.help}>
      <Progress work={store.estimated.value} text="Estimating" />
      {!estimate && !error && <p>Waiting for the plan …</p>}
      {estimate && (
        <>
          <dl class="tiles">
            <Tile
              name="speed-up from packing"
              value={times(estimate.speedup)}
              help="over padding, for any number of devices"
              good
            />
            <Tile name="items per pack" value={estimate.packingFactor.toFixed(2)} help="before overhead" />
            <Tile name="upper bound" value={times(estimate.ceiling)} help="without any padding or overhead" />
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
          <Optimizer optimizer={estimate.optimizer} state={store.state.value} />
        </>
      )}
    </Panel>
  );
}
