import './StreamPanel.css';
import { useId, useMemo } from 'preact/hooks';
import { Chart } from '../../charts/Chart';
import { harmonicMean } from '../../charts/harmonicMean';
import { ProgressBar } from '../../controls/ProgressBar';
import { ScrollTable } from '../../controls/ScrollTable';
import type { StreamedRow } from '../../engine/compare';
import type { Analyses } from '../../store/analyses';
import type { Store } from '../../store/store';
import { streamChart } from './streamChart';
import { streamText as text } from './words';

function StreamTable({ rows, components }: { rows: StreamedRow[]; components: string[] }) {
  const hasMean = components.length > 1;
  const numbers = [text.heldHeading, text.packs, text.atLeast, ...components.map(text.efficiencyOf)];
  const headings = [text.policy, ...numbers, ...(hasMean ? [text.mean] : [])].map((name, c) => ({
    name,
    names: c === 0,
  }));
  return (
    <details>
      <summary>{text.table}</summary>
      <ScrollTable caption={text.tableCaption} headings={headings}>
        {rows.map(({ policy, held, packs, bound, efficiency }) => (
          <tr key={`${policy} ${held}`}>
            <th scope="row">{text.name(policy)}</th>
            <td>{text.held(policy, held)}</td>
            <td>{text.whole(packs)}</td>
            <td>{text.whole(bound)}</td>
            {components.map((component, c) => (
              <td key={component}>{text.percent(efficiency[c] ?? 0)}</td>
            ))}
            {hasMean && <td>{text.percent(harmonicMean(efficiency))}</td>}
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}

interface ComparisonProps {
  data: string;
  rows: StreamedRow[];
  /** efficiency of the offline plan, and its upper bound */
  offline: number;
  most: number;
}

function Comparison({ data, rows, offline, most }: ComparisonProps) {
  const picture = useMemo(() => streamChart(data, rows, offline, most), [data, rows, offline, most]);
  return <Chart {...picture} size="middle" />;
}

/** The best row; the first of equal ones. */
function bestOf(rows: readonly StreamedRow[]): StreamedRow | undefined {
  const share = (row: StreamedRow) => harmonicMean(row.efficiency);
  return rows.reduce<StreamedRow | undefined>(
    (best, row) => (best && share(best) >= share(row) ? best : row),
    undefined,
  );
}

/** Online packing compared with the current plan. */
export function StreamPanel({ store, analyses }: { store: Store; analyses: Analyses }) {
  const heading = useId();
  const loaded = store.loaded.value.value;
  const plan = store.packed.value.value;
  if (!loaded) return <p class="stream-empty">{text.empty}</p>;

  const { value: rows, error, running, progress, began, ended } = analyses.streamed.value;
  const best = bestOf(rows ?? []);
  const offline = plan ? harmonicMean(plan.metrics.efficiency) : 0;
  const most = plan ? offline * (plan.metrics.packs / Math.max(plan.bound.packs, 1)) : 0;
  return (
    <section class="stream-panel" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text.heading}</h2>
        <p>{text.help}</p>
      </header>
      {error && <p role="alert">{error.message}</p>}
      {running && (
        <ProgressBar
          name={text.running}
          text={text.runningAt(progress)}
          progress={progress}
          began={began}
          cancel={text.cancel}
          onCancel={() => analyses.cancel('streamed')}
        />
      )}
      {!rows && !running && !error && <p>{ended ? text.ended : text.waiting}</p>}
      {rows && plan && best && (
        <>
          {!running && (
            <p role="status">
              {ended && text.ended} {text.best(best.policy, best.held, harmonicMean(best.efficiency), offline)}{' '}
              {text.sample(best.items, loaded.stats.items)}
            </p>
          )}
          <Comparison data={loaded.title} rows={rows} offline={offline} most={Math.min(most, 1)} />
          <small>{text.policies}</small>
          <StreamTable rows={rows} components={loaded.histogram.components} />
        </>
      )}
    </section>
  );
}
