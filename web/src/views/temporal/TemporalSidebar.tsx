import './TemporalPanel.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { CheckField, Field, NumberField, SelectField, Slider } from '../../controls/Field';
import { useDrop } from '../../controls/useDrop';
import { eventPresets } from '../../data/presets';
import { available } from '../../data/sources';
import { choicesOf, rangeOf } from '../../engine/coreTables';
import type { Section } from '../../state/state';
import { chooseEvents } from '../../store/choose';
import type { Store } from '../../store/store';
import type { TemporalStore } from '../../store/temporal';
import { DropHint, FileField, LoadingStatus, PresetField } from '../data/DataFields';
import { temporalText as text } from './words';

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
      <summary>{text.how}</summary>
      <div class="temporal-fields">
        <Field label={text.eventColumns} help={text.eventColumnsHelp}>
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
        <CheckField
          label={text.sort}
          help={text.sortHelp}
          checked={sort}
          onChecked={(on) => store.update({ sort: on })}
        />
      </div>
    </details>
  );
}

/** Loads interactions: presets or files. */
function TemporalData({ store, temporal }: Props) {
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  const { events } = store.state.value;
  const { value, error } = temporal.opened.value;
  const loading = { source: events, error };
  const over = useDrop(panel, ({ files }) => files.length > 0 && temporal.open([...files]));
  return (
    <section ref={panel} class="temporal-data" aria-labelledby={heading}>
      <h2 id={heading}>{text.title}</h2>
      <DropHint over={over} />
      {events.kind === 'none' && <p class="temporal-about">{text.about}</p>}
      <PresetField
        {...{ loading, groups }}
        kinds={['preset', 'address']}
        help={text.presetHelp}
        onChoose={({ name }) => store.update(chooseEvents({ kind: 'preset', name }))}
      />
      <FileField loading={loading} label={text.file} help={text.fileHelp} onFiles={temporal.open} />
      <LoadingStatus state={temporal.opened.value} onCancel={() => temporal.cancel('opened')}>
        {value && !error && text.read(value.title, value.statistics)}
      </LoadingStatus>
      {events.kind !== 'none' && <TemporalColumns store={store} temporal={temporal} />}
    </section>
  );
}

/** End of the slider, in multiples of the current loss, and its minimum. */
const reach = 4;
const leastEnd = 20;

/** ε as a number and as a slider. */
function Loss({ store, threshold }: { store: Store; threshold: number }) {
  const value = store.state.value.loss ?? threshold;
  return (
    <div class="temporal-loss">
      <NumberField
        label={text.loss}
        help={text.lossHelp}
        value={value}
        {...rangeOf('loss')}
        onValue={(loss, final) => loss !== null && store.update({ loss }, final)}
      />
      <Slider
        label={text.lossSlider}
        least={0}
        end={Math.max(reach * value, leastEnd)}
        value={value}
        onValue={(loss, final) => store.update({ loss }, final)}
      />
    </div>
  );
}

/** Settings of the batches. */
function TemporalSettings({ store, temporal }: Props) {
  const heading = useId();
  const opened = temporal.opened.value.value;
  const split = temporal.split.value.value;
  const { loss, likeBatchSize, lossScore, ties, recent } = store.state.value;
  if (!opened) return <p class="temporal-about">{text.settingsEmpty}</p>;
  const wrong = temporal.split.value.error;
  return (
    <section class="temporal-settings" aria-labelledby={heading}>
      <h2 id={heading}>{text.settings}</h2>
      <Loss store={store} threshold={split?.threshold ?? 0} />
      <NumberField
        label={text.like}
        help={loss === null || !split ? text.likeHelp : text.likeWithin(split.fixedSize)}
        value={likeBatchSize}
        {...rangeOf('likeBatchSize')}
        onValue={(size, final) => size !== null && store.update({ likeBatchSize: size, loss: null }, final)}
      />
      {loss !== null && (
        <button type="button" class="temporal-like" onClick={() => store.update({ loss: null })}>
          {text.likeUse(likeBatchSize)}
        </button>
      )}
      {wrong && <p role="alert">{wrong.message}</p>}
      <SelectField
        label={text.lossScore}
        help={text.lossScoreHelp}
        value={lossScore}
        names={choicesOf('lossScore')}
        titles={text.lossScores}
        onValue={(name) => store.update({ lossScore: name })}
      />
      <SelectField
        label={text.ties}
        help={text.tiesHelp}
        value={ties}
        names={choicesOf('ties')}
        titles={text.tiePolicies}
        onValue={(name) => store.update({ ties: name })}
      />
      <NumberField
        label={text.recent}
        help={text.recentHelp}
        value={recent}
        {...rangeOf('recent')}
        most={1000}
        onValue={(value, final) => value !== null && store.update({ recent: value }, final)}
      />
    </section>
  );
}

/** Data and settings of temporal interactions, in place of those of packing. */
export function TemporalSidebar({ store, temporal, isShown }: Props & { isShown: (section: Section) => boolean }) {
  return (
    <div class="app-side app-side-cards">
      {isShown('data') && (
        <div class="app-card">
          <TemporalData store={store} temporal={temporal} />
        </div>
      )}
      {isShown('settings') && (
        <div class="app-card">
          <TemporalSettings store={store} temporal={temporal} />
        </div>
      )}
    </div>
  );
}
