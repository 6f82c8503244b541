import { useState } from 'preact/hooks';
import { NumberField } from '../../controls/NumberField';
import type { Limit } from '../../state/state';
import { settingsText as text } from './words';

/** End of the slider, in multiples of the largest size. */
const reach = 6;

/** A limit as a number and as a slider. */
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
