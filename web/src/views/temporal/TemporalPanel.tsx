import './TemporalPanel.css';
import { useId } from 'preact/hooks';
import { CopyText, SaveButton } from '../../controls/buttons';
import { Progress } from '../../controls/Progress';
import { batchesCsv } from '../../data/csv';
import { splitCommand } from '../../options/command';
import type { Store } from '../../store/store';
import type { RowCounts, SplitResult, TemporalStore } from '../../store/temporal';
import { TemporalCharts } from './TemporalCharts';
import { TemporalTable, TemporalTiles } from './TemporalFigures';
import { temporalText as text } from './words';

/** The paper's advice on ε, applied to these data. */
function Advice({ split }: { split: SplitResult }) {
  const theta = split.statistics.averageUpdateDistance;
  const mean = split.statistics.events / split.bounded.losses.length;
  return (
    <p class="temporal-advice">
      {text.advice} {theta > 0 && text.adviceNow(theta, mean)}
    </p>
  );
}

function Take({ store, split }: { store: Store; split: SplitResult }) {
  const command = splitCommand(store.state.value);
  return (
    <section>
      <h3>{text.command}</h3>
      <pre class="temporal-command">{command}</pre>
      <CopyText label={text.commandCopy} what={text.commandText} content={command} />
      <SaveButton
        label={text.csv}
        help={text.csvHelp}
        name={text.csvName}
        type="text/csv"
        content={async () => batchesCsv(split.bounded)}
      />
    </section>
  );
}

/** Batches of bounded loss compared with fixed-size ones. */
export function TemporalPanel({ store, temporal }: { store: Store; temporal: TemporalStore }) {
  const heading = useId();
  const opened = temporal.opened.value;
  const split = temporal.split.value.value;
  const counted = temporal.rows.value.value;
  const isOfThis = counted?.of === split && counted?.recent === store.state.value.recent;
  const rows: RowCounts | null = isOfThis ? counted : null;
  return (
    <section class="temporal-panel" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text.heading}</h2>
        <p>{text.help}</p>
      </header>
      {store.state.value.events.kind === 'none' && <p class="temporal-empty">{text.empty}</p>}
      {opened.running && <p class="appears-late">{text.waiting}</p>}
      {opened.value && !opened.error && split && (
        <>
          <TemporalTiles split={split} rows={rows} />
          {split.exceeding > 0 && (
            <p class="temporal-exceeding" role="status">
              {text.exceeding(split.exceeding, split.request.ties ?? '')}
            </p>
          )}
          <Advice split={split} />
          <TemporalCharts data={opened.value.title} split={split} />
          <section>
            <h3>{text.table}</h3>
            <TemporalTable split={split} rows={rows} />
            <Progress
              work={temporal.rows.value}
              text={text.counting}
              cancel={text.cancelCounting}
              ended={text.countingEnded}
              onCancel={() => temporal.cancel('rows')}
            />
            <small>{text.rowsHelp}</small>
          </section>
          <Take store={store} split={split} />
        </>
      )}
    </section>
  );
}
