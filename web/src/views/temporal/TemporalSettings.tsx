import { useId, useState } from 'preact/hooks';
import { NumberField, SelectField } from '../../controls/Field';
import { choicesOf, rangeOf } from '../../store/coreTables';
import type { Store } from '../../store/store';
import type { TemporalStore } from '../../store/temporal';
import { temporalText as text } from './words';

/** End of the slider, in multiples of the current loss, and its minimum. */
const reach = 4;
const leastEnd = 20;

/** ε as a number and as a slider. */
function Loss({ store, threshold }: { store: Store; threshold: number }) {
  const value = store.state.value.loss ?? threshold;
  /** end of the slider when the drag began: its scale must not change during a drag */
  const [held, setHeld] = useState(0);
  const end = held || Math.max(reach * value, leastEnd);
  return (
    <div class="temporal-loss">
      <NumberField
        label={text.loss}
        help={text.lossHelp}
        value={value}
        {...rangeOf('loss')}
        onValue={(loss, final) => loss !== null && store.update({ loss }, final)}
      />
      <input
        type="range"
        aria-label={text.lossSlider}
        min={0}
        max={end}
        value={value}
        onInput={(event) => {
          setHeld(end);
          store.update({ loss: event.currentTarget.valueAsNumber }, false);
        }}
        onChange={(event) => store.update({ loss: event.currentTarget.valueAsNumber }, true)}
        onBlur={() => setHeld(0)}
      />
    </div>
  );
}

/** Settings of the batches. */
export function TemporalSettings({ store, temporal }: { store: Store; temporal: TemporalStore }) {
  const heading = useId();
  const opened = temporal.opened.value.value;
  const split = temporal.split.value.value;
  const { loss, likeBatchSize, lossScore, ties, recent } = store.state.value;
  if (!opened) return <p class="temporal-about">{text.settingsEmpty}</p>;
  const wrong = temporal.split.value.error;
  return (
    <section class="temporal-settings" aria-labelledby={heading}>
      <h2 id={heading}>{text.settings}</h2>
      <Loss store={store} threshold={split?.threshold ?? 0} />
      <NumberField
        label={text.like}
        help={loss === null || !split ? text.likeHelp : text.likeWithin(split.fixedSize)}
        value={likeBatchSize}
        {...rangeOf('likeBatchSize')}
        onValue={(size, final) => size !== null && store.update({ likeBatchSize: size, loss: null }, final)}
      />
      {loss !== null && (
        <button type="button" class="temporal-like" onClick={() => store.update({ loss: null })}>
          {text.likeUse(likeBatchSize)}
        </button>
      )}
      {wrong && <p role="alert">{wrong.message}</p>}
      <SelectField
        label={text.lossScore}
        help={text.lossScoreHelp}
        value={lossScore}
        names={choicesOf('lossScore')}
        titles={text.lossScores}
        onValue={(name) => store.update({ lossScore: name })}
      />
      <SelectField
        label={text.ties}
        help={text.tiesHelp}
        value={ties}
        names={choicesOf('ties')}
        titles={text.tiePolicies}
        onValue={(name) => store.update({ ties: name })}
      />
      <NumberField
        label={text.recent}
        help={text.recentHelp}
        value={recent}
        {...rangeOf('recent')}
        most={1000}
        onValue={(value, final) => value !== null && store.update({ recent: value }, final)}
      />
    </section>
  );
}
