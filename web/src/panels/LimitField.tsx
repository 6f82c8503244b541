import { useState } from 'preact/hooks';
import { NumberField } from '../controls/NumberField';
import type { Limit } from '../state/state';
import { settingsText as text } from '../text/settings';

/** How far the slider goes beyond the largest size. */
const reach = 6;

/** A limit as a slider, a number to type, and the largest size there is. */
export function LimitField({
  component,
  limit,
  largest,
  smallest,
  onLimit,
}: {
  component: string;
  limit: Limit;
  largest: number;
  /** the least that makes sense: below the largest size only where items may be cut or left out */
  smallest: number;
  /** final: not in the middle of a drag or of typing */
  onLimit: (limit: Limit, final: boolean) => void;
}) {
  const least = Math.max(1, largest);
  const value = limit === 'max' ? least : limit;
  /** where the slider ended when it was taken hold of: under the hand its scale stays as it is */
  const [held, setHeld] = useState(0);
  const end = Math.max(reach * least, value, held);
  return (
    <div class="settings-limit">
      <NumberField
        label={text.limit(component)}
        help={text.limitHelp(component)}
        value={value}
        least={1}
        // on the way to 222, 2 and 22 would only be refused
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
