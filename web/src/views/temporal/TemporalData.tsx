import { useId, useRef, useState } from 'preact/hooks';
import { Field, FilePicker } from '../../controls/Field';
import { useDrop } from '../../controls/useDrop';
import { availableEventPresets, eventPresetOf } from '../../data/eventPresets';
import { eventPresetText } from '../../data/presetWords';
import { errorText } from '../../options/words';
import { chooseEvents } from '../../store/choose';
import type { DataSource } from '../../store/state';
import type { Store } from '../../store/store';
import type { TemporalStore } from '../../store/temporal';
import { TemporalColumns } from './TemporalColumns';
import { temporalText as text } from './words';

/** The error of a source, shown at its field. */
function SourceError({ store, temporal, kind }: { store: Store; temporal: TemporalStore; kind: DataSource['kind'] }) {
  const { error } = temporal.opened.value;
  if (!error || store.state.value.events.kind !== kind) return null;
  return (
    <p class="temporal-error" role="alert">
      {errorText.place(error)}
    </p>
  );
}

function Presets({ store }: { store: Store }) {
  const chosen = eventPresetOf(store.state.value.events);
  return (
    <Field label={text.preset} help={chosen ? eventPresetText.presets[chosen.name].description : text.presetHelp}>
      {(control) => (
        <select
          {...control}
          value={chosen?.name ?? ''}
          onChange={({ currentTarget: { value } }) => store.update(chooseEvents({ kind: 'preset', name: value }))}
        >
          <option value="" disabled>
            {text.presetNone}
          </option>
          {availableEventPresets.map(({ name }) => (
            <option key={name} value={name}>
              {eventPresetText.presets[name].title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Status({ temporal }: { temporal: TemporalStore }) {
  const { value, error, running, progress } = temporal.opened.value;
  if (running) {
    return (
      <p class="temporal-status">
        <progress aria-label={text.reading} {...(progress === null ? {} : { value: progress })} />
        <button type="button" aria-label={text.cancelReading} onClick={() => temporal.cancel('opened')}>
          {text.cancel}
        </button>
      </p>
    );
  }
  return (
    <p class="temporal-status" role="status">
      {value &&
        !error &&
        text.read(value.title, value.statistics.events, value.statistics.nodes, value.statistics.selfLoops)}
    </p>
  );
}

/** Loads interactions: presets or files. */
export function TemporalData({ store, temporal }: { store: Store; temporal: TemporalStore }) {
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  const [notice, setNotice] = useState('');
  const { events } = store.state.value;
  const refused = temporal.opened.value.error !== null && events.kind === 'file';

  const open = ([file, ...others]: readonly File[]) => {
    if (file) temporal.open(file);
    setNotice(file && others.length > 0 ? text.severalFiles(file.name) : '');
  };
  const over = useDrop(panel, (transfer) => open([...transfer.files]));
  return (
    <section ref={panel} class={over ? 'temporal-data temporal-data-over' : 'temporal-data'} aria-labelledby={heading}>
      <h2 id={heading}>{text.title}</h2>
      {events.kind === 'none' && <p class="temporal-about">{text.about}</p>}
      <div>
        <Presets store={store} />
        <SourceError {...{ store, temporal }} kind="preset" />
        <SourceError {...{ store, temporal }} kind="address" />
      </div>
      <div>
        <Field label={text.file} help={events.kind === 'file' ? text.fileChosen(events.name) : text.fileHelp}>
          {(control) => (
            <FilePicker
              control={refused ? { ...control, 'aria-invalid': true } : control}
              label={text.fileChoose}
              onFiles={open}
            />
          )}
        </Field>
        <SourceError {...{ store, temporal }} kind="file" />
      </div>
      <p class="temporal-notice" role="status">
        {over ? text.over : notice}
      </p>
      <Status temporal={temporal} />
      {events.kind !== 'none' && <TemporalColumns store={store} temporal={temporal} />}
    </section>
  );
}
