import { Field, NumberField } from '../../controls/Field';
import { rangeOf } from '../../store/coreTables';
import type { Store } from '../../store/store';
import { searchText as text } from './searchWords';

/** Target and time limit. */
export function SearchFields({ store, components }: { store: Store; components: string[] }) {
  const { target, perComponent, timeLimit } = store.state.value;
  return (
    <div class="search-fields">
      <NumberField
        label={text.target}
        help={text.targetHelp(components.length)}
        value={Number((100 * target).toFixed(6))}
        least={1}
        most={100}
        decimals
        onValue={(value, final) => value !== null && store.update({ target: Number((value / 100).toFixed(8)) }, final)}
      />
      {components.length > 1 && (
        <Field label={text.perComponent} help={text.perComponentHelp}>
          {(control) => (
            <input
              {...control}
              type="checkbox"
              checked={perComponent}
              onChange={(event) => store.update({ perComponent: event.currentTarget.checked })}
            />
          )}
        </Field>
      )}
      <NumberField
        label={text.timeLimit}
        help={text.timeLimitHelp}
        value={timeLimit}
        {...rangeOf('timeLimit')}
        onValue={(seconds, final) => seconds !== null && store.update({ timeLimit: seconds }, final)}
      />
    </div>
  );
}
