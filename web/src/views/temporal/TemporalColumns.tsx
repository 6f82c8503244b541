import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../controls/Field';
import type { Store } from '../../store/store';
import type { TemporalStore } from '../../store/temporal';
import { temporalText as text } from './words';

/** Parsing options; initially open after an error. */
export function TemporalColumns({ store, temporal }: { store: Store; temporal: TemporalStore }) {
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
        <Field label={text.sort} help={text.sortHelp}>
          {(control) => (
            <input
              {...control}
              type="checkbox"
              checked={sort}
              onChange={(event) => store.update({ sort: event.currentTarget.checked })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
