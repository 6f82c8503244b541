import { Field } from '../controls/Field';
import { NumberField } from '../controls/NumberField';
import type { State } from '../state/state';
import type { Store } from '../store';
import { estimateText as text } from '../text/estimate';

/** The bounds of the core. */
const mostDevices = 65_536;
const mostBatch = 1_048_576;

type Assumption = 'overhead' | 'devices' | 'batch' | 'beta1' | 'beta2';

/** What the estimate takes for granted. */
export function EstimateFields({ store, components }: { store: Store; components: string[] }) {
  const state = store.state.value;
  const number = (
    field: Assumption,
    label: string,
    help: string,
    range: { least: number; most?: number; decimals?: boolean },
  ) => (
    <NumberField
      label={label}
      help={help}
      value={state[field]}
      {...range}
      onValue={(value, final) => value !== null && store.update({ [field]: value } as Partial<State>, final)}
    />
  );
  return (
    <fieldset class="estimate-fields">
      <legend>{text.assumptions}</legend>
      {number('overhead', text.overhead, text.overheadHelp, { least: 0, decimals: true })}
      {number('batch', text.batch, text.batchHelp, { least: 1, most: mostBatch })}
      {number('devices', text.devices, text.devicesHelp, { least: 1, most: mostDevices })}
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
      {number('beta1', text.beta1, text.beta1Help, { least: 0, most: 1, decimals: true })}
      {number('beta2', text.beta2, text.beta2Help, { least: 0, most: 1, decimals: true })}
    </fieldset>
  );
}
