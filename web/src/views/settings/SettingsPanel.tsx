import './SettingsPanel.css';
import { useId } from 'preact/hooks';
import { NumberField, SelectField, Slider } from '../../controls/Field';
import { choicesOf, rangeOf } from '../../engine/coreTables';
import type { Pool } from '../../engine/pool';
import type { Limit, State } from '../../state/state';
import type { Store } from '../../store/store';
import { MethodFields } from './MethodFields';
import { settingsText as text } from './words';

/** End of the slider, in multiples of the largest size. */
const reach = 6;

/** A limit as a number and as a slider. */
function LimitField({
  component,
  limit,
  largest,
  smallest,
  onLimit,
}: {
  component: string;
  limit: Limit;
  largest: number;
  /** minimum of the slider: below the largest size only if items may be dropped, truncated or split */
  smallest: number;
  /** final: not while dragging or typing */
  onLimit: (limit: Limit, final: boolean) => void;
}) {
  const least = Math.max(1, largest);
  const value = limit === 'max' ? least : limit;
  return (
    <div class="settings-limit">
      <NumberField
        label={text.limit(component)}
        help={text.limitHelp(component)}
        value={value}
        least={1}
        onMax={() => onLimit('max', true)}
        // while typing 222, 2 and 22 would only be errors
        onValue={(typed, final) => typed !== null && (final || typed >= smallest) && onLimit(typed, final)}
      />
      <button
        type="button"
        aria-label={text.maximumOf(component, largest)}
        disabled={limit === 'max'}
        onClick={() => onLimit('max', true)}
      >
        {text.maximum}
      </button>
      <Slider label={text.slider(component)} least={smallest} end={reach * least} value={value} onValue={onLimit} />
    </div>
  );
}

type PerComponent = 'alignItem' | 'alignTotal' | 'reserve';

/** One value per component; empty if all are the default. */
function withValue(values: number[], components: number, at: number, value: number, otherwise: number): number[] {
  const all = Array.from({ length: components }, (_, c) => (c === at ? value : (values[c] ?? otherwise)));
  return all.every((one) => one === otherwise) ? [] : all;
}

/** Alignment, reserve, and the policy for items over a limit. */
function FittingFields({ store, components }: { store: Store; components: string[] }) {
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

/** Limits, method and further options. */
export function SettingsPanel({ store, pool }: { store: Store; pool: Pool }) {
  const heading = useId();
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="settings-panel-empty">{text.empty}</p>;

  const { components } = loaded.histogram;
  const { largest } = loaded.stats;
  const state = store.state.value;
  const limits = components.map((_, c): Limit => state.limits[c] ?? 'max');
  const setLimit = (at: number, limit: Limit, final: boolean) =>
    store.update({ limits: limits.map((one, c) => (c === at ? limit : one)), strategy: null }, final);
  return (
    <section class="settings-panel" aria-labelledby={heading}>
      <h2 id={heading}>{text.heading}</h2>
      <fieldset>
        <legend>{text.room}</legend>
        {components.map((component, c) => (
          <LimitField
            key={component}
            component={component}
            limit={limits[c] ?? 'max'}
            largest={largest[c] ?? 1}
            smallest={state.overlong === 'error' ? Math.max(1, largest[c] ?? 1) : 1}
            onLimit={(limit, final) => setLimit(c, limit, final)}
          />
        ))}
        <NumberField
          label={text.depth}
          help={text.depthHelp}
          value={state.depth}
          {...rangeOf('depth')}
          empty
          onValue={(depth, final) => store.update({ depth }, final)}
        />
      </fieldset>
      <fieldset>
        <legend>{text.methodHeading}</legend>
        <MethodFields store={store} components={components} pool={pool} />
      </fieldset>
      <FittingFields store={store} components={components} />
    </section>
  );
}
