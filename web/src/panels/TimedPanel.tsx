import './TimedPanel.css';
import { useId } from 'preact/hooks';
import { Running } from '../controls/Running';
import { batchesCsv } from '../export/batches';
import { splitCommand } from '../state/splitCommand';
import type { Store } from '../store';
import { timedText as text } from '../text/timed';
import type { RowsShown, SplitShown, Timed } from '../timed';
import { CopyText } from './CopyText';
import { SaveButton } from './SaveButton';
import { TimedCharts } from './TimedCharts';
import { TimedTable } from './TimedTable';
import { TimedTiles } from './TimedTiles';

/** What the paper says of ε, and what that means here. */
function Advice({ split }: { split: SplitShown }) {
  const theta = split.statistics.averageUpdateDistance;
  const mean = split.statistics.events / split.bounded.losses.length;
  return (
    <p class="timed-advice">
      {text.advice} {theta > 0 && text.adviceNow(theta, mean)}
    </p>
  );
}

function Counting({ timed }: { timed: Timed }) {
  const { error, running, progress, ended } = timed.rows.value;
  if (error) return <p role="alert">{error.message}</p>;
  if (running) {
    return (
      <Running
        name={text.counting}
        said={text.countingAt(progress)}
        progress={progress}
        cancel={text.cancelCounting}
        onCancel={() => timed.cancel('rows')}
      />
    );
  }
  return ended ? <p role="status">{text.countingEnded}</p> : null;
}

function Take({ store, split }: { store: Store; split: SplitShown }) {
  const command = splitCommand(store.state.value);
  return (
    <section>
      <h3>{text.command}</h3>
      <pre class="timed-command">{command}</pre>
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

/** Batches of bounded loss against fixed ones. */
export function TimedPanel({ store, timed }: { store: Store; timed: Timed }) {
  const heading = useId();
  const opened = timed.opened.value;
  const split = timed.split.value.value;
  const counted = timed.rows.value.value;
  const isOfThis = counted?.of === split && counted?.recent === store.state.value.recent;
  const rows: RowsShown | null = isOfThis ? counted : null;
  return (
    <section class="timed-panel" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text.heading}</h2>
        <p>{text.help}</p>
      </header>
      {store.state.value.events.kind === 'none' && <p class="timed-empty">{text.empty}</p>}
      {opened.running && <p class="appears-late">{text.waiting}</p>}
      {opened.value && !opened.error && split && (
        <>
          <TimedTiles split={split} rows={rows} />
          {split.exceeding > 0 && (
            <p class="timed-exceeding" role="status">
              {text.exceeding(split.exceeding, split.request.ties ?? '')}
            </p>
          )}
          <Advice split={split} />
          <TimedCharts data={opened.value.title} split={split} />
          <section>
            <h3>{text.table}</h3>
            <TimedTable split={split} rows={rows} />
            <Counting timed={timed} />
            <small>{text.rowsHelp}</small>
          </section>
          <Take store={store} split={split} />
        </>
      )}
    </section>
  );
}
