import { NumberField, SelectField } from '../../controls/Field';
import { choicesOf, rangeOf } from '../../store/coreTables';
import type { State } from '../../store/state';
import type { Store } from '../../store/store';
import { settingsText as text } from './words';

type PerComponent = 'alignItem' | 'alignTotal' | 'reserve';

/** One value per component; empty if all are the default. */
function withValue(values: number[], components: number, at: number, value: number, otherwise: number): number[] {
  const all = Array.from({ length: components }, (_, c) => (c === at ? value : (values[c] ?? otherwise)));
  return all.every((one) => one === otherwise) ? [] : all;
}

/** Alignment, reserve, and the policy for items over a limit. */
export function FittingFields({ store, components }: { store: Store; components: string[] }) {
  const state = store.state.value;
  const set = (change: Partial<State>, final = true) => store.update(change, final);
  const perComponent = (field: PerComponent, label: (component: string) => string, help: string, otherwise: number) =>
    components.map((component, c) => (
      <NumberField
        key={`${field} ${component}`}
        label={label(component)}
        help={help}
        value={state[field][c] ?? otherwise}
        least={otherwise}
        onValue={(value, final) =>
          set({ [field]: withValue(state[field], components.length, c, value ?? otherwise, otherwise) }, final)
        }
      />
    ));
  return (
    <details class="settings-more">
      <summary>{text.more}</summary>
      <div class="settings-pairs">
        {perComponent('alignItem', text.alignItem, text.alignItemHelp, 1)}
        {perComponent('alignTotal', text.alignTotal, text.alignTotalHelp, 1)}
        {perComponent('reserve', text.reserve, text.reserveHelp, 0)}
        <NumberField
          label={text.reserveItems}
          help={text.reserveItemsHelp}
          value={state.reserveItems}
          least={0}
          onValue={(value, final) => set({ reserveItems: value ?? 0 }, final)}
        />
        <NumberField
          label={text.packsMultiple}
          help={text.packsMultipleHelp}
          value={state.packsMultiple}
          {...rangeOf('packsMultiple')}
          onValue={(value, final) => set({ packsMultiple: value ?? 1 }, final)}
        />
        <SelectField
          label={text.overlong}
          help={text.overlongHelp}
          value={state.overlong}
          names={choicesOf('overlong')}
          titles={text.overlongNames}
          onValue={(overlong) => set({ overlong })}
        />
      </div>
    </details>
  );
}
