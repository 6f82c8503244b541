import './EstimatePanel.css';
import { useId, useMemo } from 'preact/hooks';
import type { Estimate } from 'tuplepack';
import { Chart } from '../../charts/Chart';
import { ScrollTable } from '../../controls/ScrollTable';
import { Tile } from '../../controls/Tile';
import type { Analyses } from '../../store/analyses';
import type { State } from '../../store/state';
import type { Store } from '../../store/store';
import { EstimateFields } from './EstimateFields';
import { scalingChart } from './scalingChart';
import { estimateText as text } from './words';

function ScalingTable({ scaling, speedup }: Estimate) {
  const headings = [text.acrossAxis, text.packed, text.unpadded, text.published].map((name) => ({ name }));
  return (
    <details>
      <summary>{text.table}</summary>
      <ScrollTable caption={text.tableCaption} headings={headings}>
        {scaling.map(({ devices, unpadded, published }) => (
          <tr key={devices}>
            <td>{text.whole(devices)}</td>
            <td>{text.times(speedup)}</td>
            <td>{text.times(unpadded)}</td>
            <td>{text.times(published)}</td>
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}

function Scaling({ data, estimate }: { data: string; estimate: Estimate }) {
  const picture = useMemo(() => scalingChart(data, estimate), [data, estimate]);
  return <Chart {...picture} size="middle" />;
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
export function EstimatePanel({ store, analyses }: { store: Store; analyses: Analyses }) {
  const heading = useId();
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="estimate-empty">{text.empty}</p>;

  const { value: estimate, error } = analyses.estimated.value;
  return (
    <section class="estimate-panel" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text.heading}</h2>
        <p>{text.help}</p>
      </header>
      {error && <p role="alert">{error.message}</p>}
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
      <EstimateFields store={store} components={loaded.histogram.components} />
      {estimate && (
        <>
          <Scaling data={loaded.title} estimate={estimate} />
          <p class="estimate-legend">{text.legend}</p>
          <ScalingTable {...estimate} />
          <Optimizer optimizer={estimate.optimizer} state={store.state.value} />
        </>
      )}
    </section>
  );
}
