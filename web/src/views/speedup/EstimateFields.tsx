import { Field, NumberField } from '../../controls/Field';
import { rangeOf } from '../../store/coreTables';
import { initialState, type State } from '../../store/state';
import type { Store } from '../../store/store';
import { estimateText as text } from './words';

type Assumption = 'overhead' | 'devices' | 'batch' | 'beta1' | 'beta2';

/** The assumptions of the estimate. */
export function EstimateFields({ store, components }: { store: Store; components: string[] }) {
  const state = store.state.value;
  const number = (field: Assumption, label: string, help: string) => (
    <NumberField
      label={label}
      help={help}
      value={state[field]}
      {...rangeOf(field)}
      empty={initialState[field] === null}
      onValue={(value, final) => store.update({ [field]: value } as Partial<State>, final)}
    />
  );
  return (
    <fieldset class="estimate-fields">
      <legend>{text.assumptions}</legend>
      {number('overhead', text.overhead, text.overheadHelp)}
      {number('batch', text.batch, text.batchHelp)}
      {number('devices', text.devices, text.devicesHelp)}
      {components.length > 1 && (
        <Field label={text.component} help={text.componentHelp}>
          {(control) => (
            <select
              {...control}
              value={state.component || components[0]}
              onChange={({ currentTarget: { value } }) =>
                store.update({ component: value === components[0] ? '' : value })
              }
            >
              {components.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {number('beta1', text.beta1, text.beta1Help)}
      {number('beta2', text.beta2, text.beta2Help)}
    </fieldset>
  );
}
