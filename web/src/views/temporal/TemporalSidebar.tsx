import './TemporalPanel.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { CheckField, Field } from '../../controls/Field';
import { useDrop } from '../../controls/useDrop';
import { eventPresets } from '../../data/presets';
import { available } from '../../data/sources';
import { chooseEvents } from '../../store/choose';
import type { Section } from '../../store/state';
import type { Store } from '../../store/store';
import type { TemporalStore } from '../../store/temporal';
import { DropHint, FileField, LoadingStatus, PresetField } from '../data/DataFields';
import { TemporalSettings } from './TemporalSettings';
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
        <Field label={text.columns} help={text.columnsHelp}>
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
        {value &&
          !error &&
          text.read(value.title, value.statistics.events, value.statistics.nodes, value.statistics.selfLoops)}
      </LoadingStatus>
      {events.kind !== 'none' && <TemporalColumns store={store} temporal={temporal} />}
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
