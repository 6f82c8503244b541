import { Button } from '../../controls/buttons';
import './TemporalPanel.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { EventStatistics } from 'tuplepack/temporal';
import { Field, NumberField, Slider } from '../../controls/Field';
import { counted, whole } from '../../controls/format';
import { Region } from '../../controls/Region';
import { useDrop } from '../../controls/useDrop';
import { eventPresets } from '../../data/presets';
import { available } from '../../data/sources';
import { rangeOfRow, rowOfField } from '../../engine/coreTables';
import { chooseEvents } from '../../store/choose';
import type { Store } from '../../store/store';
import type { TemporalStore } from '../../store/temporal';
import { DropHint, FileField, LoadingStatus, Notes, PresetField } from '../data/DataFields';
import { OptionField } from '../OptionField';

interface Props {
  store: Store;
  temporal: TemporalStore;
}

const groups = { '': available(eventPresets) };

/** Parsing options; initially open after an error. */
function TemporalColumns({ store, temporal }: Props) {
  const { eventColumns, sort } = store.state.value;
  const shown = eventColumns.join(',');
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const wrong = temporal.opened.value.error !== null;
  const choose = (given: string) => {
    const columns = given.split(',').map((column) => column.trim());
    store.update({ eventColumns: columns.every((column) => column === '') ? [] : columns, loss: null });
  };
  return (
    <details open={wrong || sort || eventColumns.length > 0}>
      <summary>Columns and order</summary>
      <div class="stack temporal-fields">
        <Field
          label="Columns"
          help="Source, destination and time, by name or number, e.g. u,i,ts or 1,2,3. Detected if empty."
        >
          {(control) => (
            <input
              {...control}
              type="text"
              autocomplete="off"
              spellcheck={false}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          )}
        </Field>
        <OptionField store={store} field="sort" />
      </div>
    </details>
  );
}

const about =
  'A table with a source, a destination and a time per interaction, sorted by time. CSV, TSV, .npy, .npz, ' +
  'Parquet or Arrow, optionally gzipped; drop a file here. Your data never leaves this browser.';

/** What was read. */
function contents({ events, nodes, firstItem, selfLoops }: EventStatistics): string {
  const loops = selfLoops > 0 ? `, ${counted(selfLoops, 'self-loop')}` : '';
  const items = firstItem > 0 ? `; item ids start at node ${whole(firstItem)}` : '';
  return `${counted(events, 'interaction')} between ${counted(nodes, 'node')}${loops}${items}`;
}

/** Loads interactions: presets or files. */
export function TemporalData({ store, temporal }: Props) {
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  const { events } = store.state.value;
  const { value, error } = temporal.opened.value;
  const loading = { source: events, error };
  const over = useDrop(panel, ({ files }) => files.length > 0 && temporal.open([...files]));
  return (
    <Region ref={panel} class="stack" aria-labelledby={heading}>
      <h2 id={heading}>Interactions</h2>
      <DropHint over={over} />
      {events.kind === 'none' && <p class="panel-empty">{about}</p>}
      <PresetField
        {...{ loading, groups }}
        kinds={['preset', 'address']}
        help="Complete published data sets, or a short example of the format."
        onChoose={({ name }) => store.update(chooseEvents({ kind: 'preset', name }))}
      />
      <FileField
        loading={loading}
        label="Interaction file"
        help="Choose or drop a file, or several shards (sorted by name). Files are not uploaded."
        onFiles={temporal.open}
      />
      <LoadingStatus state={temporal.opened.value} onCancel={() => temporal.cancel('opened')}>
        {value && !error && `${value.title}: ${contents(value.statistics)}`}
      </LoadingStatus>
      {value && !error && <Notes notes={value.notes.map((note) => note.replaceAll('--columns', 'Columns'))} />}
      {events.kind !== 'none' && <TemporalColumns store={store} temporal={temporal} />}
    </Region>
  );
}

/** End of the slider, in multiples of the current loss, and its minimum. */
const reach = 4;
const leastEnd = 20;

/** Settings of the batches. The loss bound ε is a number and a slider. */
export function TemporalSettings({ store, temporal }: Props) {
  const heading = useId();
  const opened = temporal.opened.value.value;
  const { value: split, error } = temporal.split.value;
  const { loss, likeBatchSize, recent } = store.state.value;
  if (!opened) return <p class="panel-empty">Load interactions to set the loss bound.</p>;
  const bound = loss ?? split?.threshold ?? 0;
  return (
    <Region class="stack" aria-labelledby={heading}>
      <h2 id={heading}>Loss bound</h2>
      <div class="temporal-loss">
        <OptionField store={store} field="loss" value={bound} empty={false} />
        <Slider
          label="Largest loss ε, slider"
          least={0}
          end={Math.max(reach * bound, leastEnd)}
          value={bound}
          onValue={(chosen, final) => store.update({ loss: chosen }, final)}
        />
      </div>
      <OptionField
        store={store}
        field="likeBatchSize"
        also={{ loss: null }}
        {...(loss !== null &&
          split && {
            help: `Ignored because ε is set. Fixed-size batches of up to ${whole(split.fixedSize)} do not exceed this loss.`,
          })}
      />
      {loss !== null && (
        <Button class="temporal-like" onClick={() => store.update({ loss: null })}>
          Match batches of {whole(likeBatchSize)}
        </Button>
      )}
      {error && <p role="alert">{error.message}</p>}
      <OptionField store={store} field="lossScore" />
      <OptionField store={store} field="ties" />
      <NumberField
        label="Recent neighbours"
        help="Neighbours sampled per node; the feature rows of all of them are requested."
        value={recent}
        {...rangeOfRow(rowOfField.recent)}
        most={1000}
        onValue={(value, final) => value !== null && store.update({ recent: value }, final)}
      />
    </Region>
  );
}
