import './SettingsPanel.css';
import { useId, useState } from 'preact/hooks';
import { NumberField } from '../../controls/Field';
import { rangeOf } from '../../store/coreTables';
import type { Limit } from '../../store/state';
import type { Store } from '../../store/store';
import { FittingFields } from './FittingFields';
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
  /** end of the slider when the drag began: its scale must not change during a drag */
  const [held, setHeld] = useState(0);
  const end = Math.max(reach * least, value, held);
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
      <input
        type="range"
        aria-label={text.slider(component)}
        min={smallest}
        max={end}
        value={value}
        onInput={(event) => {
          setHeld(end);
          onLimit(event.currentTarget.valueAsNumber, false);
        }}
        onChange={(event) => onLimit(event.currentTarget.valueAsNumber, true)}
        onBlur={() => setHeld(0)}
      />
    </div>
  );
}

/** Limits, method and further options. */
export function SettingsPanel({
  store,
  heuristicsOf,
}: {
  store: Store;
  heuristicsOf: (components: string[]) => Promise<string[]>;
}) {
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
        <MethodFields store={store} components={components} heuristicsOf={heuristicsOf} />
      </fieldset>
      <FittingFields store={store} components={components} />
    </section>
  );
}
