import { useId, useState } from 'preact/hooks';
import { Field } from '../controls/Field';
import { availableEventPresets, eventPresetOf } from '../data/eventPresets';
import { chooseEvents } from '../state/splitRequest';
import type { DataSource } from '../state/state';
import type { Store } from '../store';
import { timedText as text } from '../text/timed';
import { wrongText } from '../text/wrong';
import type { Timed } from '../timed';
import { TimedReading } from './TimedReading';

/** What is wrong with the interactions, beside the way they came in by. */
function Wrong({ store, timed, kind }: { store: Store; timed: Timed; kind: DataSource['kind'] }) {
  const { error } = timed.opened.value;
  if (!error || store.state.value.events.kind !== kind) return null;
  return (
    <p class="timed-wrong" role="alert">
      {wrongText.place(error)}
    </p>
  );
}

function Presets({ store }: { store: Store }) {
  const chosen = eventPresetOf(store.state.value.events);
  return (
    <Field label={text.preset} help={chosen ? text.presets[chosen.name].description : text.presetHelp}>
      {(ties) => (
        <select
          {...ties}
          value={chosen?.name ?? ''}
          onChange={({ currentTarget: { value } }) => store.update(chooseEvents({ kind: 'preset', name: value }))}
        >
          <option value="" disabled>
            {text.presetNone}
          </option>
          {availableEventPresets.map(({ name }) => (
            <option key={name} value={name}>
              {text.presets[name].title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Status({ timed }: { timed: Timed }) {
  const { value, error, running, progress } = timed.opened.value;
  if (running) {
    return (
      <p class="timed-status">
        <progress aria-label={text.reading} {...(progress === null ? {} : { value: progress })} />
        <button type="button" aria-label={text.cancelReading} onClick={() => timed.cancel('opened')}>
          {text.cancel}
        </button>
      </p>
    );
  }
  return (
    <p class="timed-status" role="status">
      {value &&
        !error &&
        text.read(value.title, value.statistics.events, value.statistics.nodes, value.statistics.selfLoops)}
    </p>
  );
}

/** Interactions come in here: chosen, picked or dropped. */
export function TimedData({ store, timed }: { store: Store; timed: Timed }) {
  const heading = useId();
  const [over, setOver] = useState(false);
  const [notice, setNotice] = useState('');
  const { events } = store.state.value;
  const refused = timed.opened.value.error !== null && events.kind === 'file';

  const open = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) timed.open(file);
    setNotice(file && (files?.length ?? 0) > 1 ? text.severalFiles(file.name) : '');
  };
  return (
    <section
      class={over ? 'timed-data timed-data-over' : 'timed-data'}
      aria-labelledby={heading}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        open(event.dataTransfer?.files);
      }}
    >
      <h2 id={heading}>{text.title}</h2>
      {events.kind === 'none' && <p class="timed-about">{text.about}</p>}
      <div>
        <Presets store={store} />
        <Wrong {...{ store, timed }} kind="preset" />
        <Wrong {...{ store, timed }} kind="address" />
      </div>
      <div>
        <Field label={text.file} help={events.kind === 'file' ? text.fileChosen(events.name) : text.fileHelp}>
          {(ties) => (
            <input
              {...ties}
              {...(refused && { 'aria-invalid': true })}
              type="file"
              onChange={({ currentTarget }) => {
                open(currentTarget.files);
                currentTarget.value = ''; // so that the same file can be picked again
              }}
            />
          )}
        </Field>
        <Wrong {...{ store, timed }} kind="file" />
      </div>
      <p class="timed-notice" role="status">
        {over ? text.over : notice}
      </p>
      <Status timed={timed} />
      {events.kind !== 'none' && <TimedReading store={store} timed={timed} />}
    </section>
  );
}
