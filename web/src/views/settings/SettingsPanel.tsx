import './SettingsPanel.css';
import { useId } from 'preact/hooks';
import { NumberField } from '../../controls/NumberField';
import { rangeOf } from '../../state/coreTables';
import type { Limit } from '../../state/state';
import type { Store } from '../../store/store';
import { FittingFields } from './FittingFields';
import { FurtherOptions } from './FurtherOptions';
import { LimitField } from './LimitField';
import { MethodFields } from './MethodFields';
import { settingsText as text } from './words';

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
        <FurtherOptions store={store} />
      </fieldset>
      <FittingFields store={store} components={components} />
    </section>
  );
}
