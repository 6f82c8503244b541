import { Button } from '../../controls/buttons';
import './SettingsPanel.css';
import { useId } from 'preact/hooks';
import { NumberField, Slider } from '../../controls/Field';
import { whole } from '../../controls/format';
import { Region } from '../../controls/Region';
import type { Limit } from '../../state/state';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { OptionField } from '../OptionField';
import { MethodFields } from './MethodFields';

/** End of the slider, in multiples of the largest size. */
const reach = 6;

/** The limit of a component as a number and as a slider. */
export function LimitField({ store, loaded, at }: { store: Store; loaded: LoadedData; at: number }) {
  const { histogram, stats } = loaded;
  const { limits, overlong } = store.state.value;
  const component = histogram.components[at];
  const largest = Math.max(1, stats.largest[at] ?? 1);
  const limit = limits[at] ?? 'max';
  const value = limit === 'max' ? largest : limit;
  // below the largest size only if items may be dropped, truncated or split
  const smallest = overlong === 'error' ? largest : 1;
  const set = (chosen: Limit, final: boolean) => {
    const all = histogram.components.map((_, c): Limit => (c === at ? chosen : (limits[c] ?? 'max')));
    store.update({ limits: all, strategy: null }, final);
  };
  return (
    <div class="settings-limit">
      <NumberField
        label={`Limit of ${component}`}
        help={`Capacity of a pack in ${component}.`}
        value={value}
        least={1}
        onMax={() => set('max', true)}
        // while typing 222, 2 and 22 would only be errors
        onValue={(typed, final) => typed !== null && (final || typed >= smallest) && set(typed, final)}
      />
      <Button
        aria-label={`Set to the maximum ${component} in the data: ${whole(stats.largest[at] ?? 1)}`}
        disabled={limit === 'max'}
        onClick={() => set('max', true)}
      >
        maximum
      </Button>
      <Slider
        label={`Limit of ${component}, slider`}
        least={smallest}
        end={reach * largest}
        value={value}
        onValue={set}
      />
    </div>
  );
}

/** What has a value per component, by default the least. */
const perComponent = [
  {
    field: 'alignItem',
    least: 1,
    label: 'Align items',
    help: 'Round the size of every item up to a multiple of this.',
  },
  {
    field: 'alignTotal',
    least: 1,
    label: 'Align packs',
    help: 'Round the used size of every pack up to a multiple of this.',
  },
  {
    field: 'reserve',
    least: 0,
    label: 'Reserve',
    help: 'Capacity kept free in every pack, e.g. for a padding graph or a special token.',
  },
] as const;

function ComponentFields({ store, components }: { store: Store; components: string[] }) {
  return perComponent.map(({ field, label, help, least }) => {
    const values = components.map((_, c) => store.state.value[field][c] ?? least);
    const set = (at: number, value: number, final: boolean) => {
      const all = values.map((one, c) => (c === at ? value : one));
      store.update({ [field]: all.every((one) => one === least) ? [] : all }, final);
    };
    return components.map((component, c) => (
      <NumberField
        key={`${field} ${component}`}
        label={`${label}: ${component}`}
        value={values[c] ?? least}
        {...{ least, help }}
        onValue={(value, final) => set(c, value ?? least, final)}
      />
    ));
  });
}

/** Limits, method and further options. */
export function SettingsPanel({ store }: { store: Store }) {
  const heading = useId();
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="muted">Load data to choose limits and a method.</p>;

  const { components } = loaded.histogram;
  return (
    <Region class="stack settings-panel" aria-labelledby={heading}>
      <h2 id={heading}>Settings</h2>
      <fieldset class="stack">
        <legend>Pack limits</legend>
        {components.map((component, c) => (
          <LimitField key={component} store={store} loaded={loaded} at={c} />
        ))}
        <OptionField store={store} field="depth" />
      </fieldset>
      <fieldset class="stack">
        <legend>Algorithm</legend>
        <MethodFields store={store} components={components} />
      </fieldset>
      <details class="stack">
        <summary>Alignment, reserve, oversized items</summary>
        <div class="panel-fields">
          <ComponentFields store={store} components={components} />
          <NumberField
            label="Reserve: items"
            help="Item slots kept free in every pack; requires a depth."
            value={store.state.value.reserveItems}
            onValue={(value, final) => store.update({ reserveItems: value ?? 0 }, final)}
          />
          <OptionField store={store} field="packsMultiple" />
          <OptionField store={store} field="overlong" />
        </div>
      </details>
    </Region>
  );
}
