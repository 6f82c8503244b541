import { useMemo } from 'preact/hooks';
import type { Estimate } from 'tuplepack';
import { Chart, type Picture } from '../../charts/Chart';
import { alongPoints } from '../../charts/cursor';
import { lineLegend, linesOver, ratioAxis, tooltip, valuesAxis } from '../../charts/elements';
import { type Column, DataTable } from '../../controls/DataTable';
import { NumberField, SelectField } from '../../controls/Field';
import { whole } from '../../controls/format';
import { Panel } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import { Tile } from '../../controls/Tile';
import { rangeOf } from '../../store/coreTables';
import { initialState, type State } from '../../store/state';
import type { Store } from '../../store/store';
import { speedupText as text } from './words';

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
      <legend>{text.assumptions}</legend>
      <div class="panel-fields">
        {number('overhead', text.overhead, text.overheadHelp)}
        {number('batch', text.batch, text.batchHelp)}
        {number('devices', text.devices, text.devicesHelp)}
        {components.length > 1 && (
          <SelectField
            label={text.component}
            help={text.componentHelp}
            value={state.component || first}
            names={components}
            onValue={(name) => store.update({ component: name === first ? '' : name })}
          />
        )}
        {number('beta1', text.beta1, text.beta1Help)}
        {number('beta2', text.beta2, text.beta2Help)}
      </div>
    </fieldset>
  );
}

type ScalingPoint = Estimate['scaling'][number];

/** Ways to train, with their speed-up over padding. */
const waysOf = ({ speedup }: Estimate) => [
  { name: text.packed, ratio: () => speedup },
  { name: text.unpadded, ratio: ({ unpadded }: ScalingPoint) => unpadded },
  { name: text.published, ratio: ({ published }: ScalingPoint) => published },
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
        y: ratioAxis(text.upAxis, Math.min(...all), Math.max(...all)),
      },
      plugins: {
        legend: lineLegend,
        tooltip: tooltip(
          ({ parsed }) => text.devicesAt(parsed.x ?? 1),
          ({ dataset, parsed }) => `${dataset.label} ${text.times(parsed.y ?? 1)}`,
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
    ...waysOf(estimate).map(({ name, ratio }) => ({ name, show: (at: ScalingPoint) => text.times(ratio(at)) })),
  ];
  return (
    <>
      <Chart {...picture} size="middle" />
      <small>{text.legend}</small>
      <DataTable
        folded
        caption={text.tableCaption}
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
  if (!loaded) return <p class="panel-empty">{text.empty}</p>;

  const { value: estimate, error } = store.estimated.value;
  return (
    <Panel heading={text.heading} help={text.help}>
      <Progress work={store.estimated.value} text={text.running} />
      {!estimate && !error && <p>{text.waiting}</p>}
      {estimate && (
        <>
          <dl class="tiles">
            <Tile name={text.speedup} value={text.times(estimate.speedup)} help={text.speedupHelp} good />
            <Tile name={text.factor} value={estimate.packingFactor.toFixed(2)} help={text.factorHelp} />
            <Tile name={text.ceiling} value={text.times(estimate.ceiling)} help={text.ceilingHelp} />
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
