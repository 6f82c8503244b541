import { useId } from 'preact/hooks';
import type { LoadedData } from '../../store/loading';
import { cellCount, isSweepable, mostCells, suggestRanges } from '../../store/ranges';
import type { SweepRange } from '../../store/state';
import type { Store } from '../../store/store';
import { limitsText as text } from './words';

const parts = ['first', 'last', 'step'] as const;

/** The error in the ranges; empty if none. */
function trouble(ranges: SweepRange[], components: string[]): string {
  const empty = ranges.findIndex(({ first, last }) => last < first);
  if (empty !== -1) return text.emptyRange(components[empty] ?? '');
  return isSweepable(ranges) ? '' : text.tooMany(mostCells);
}

/** The grid: first, last and step per component. */
export function LimitsRanges({ store, loaded }: { store: Store; loaded: LoadedData }) {
  const id = useId();
  const { components } = loaded.histogram;
  const suggested = suggestRanges(loaded.stats, components.length);
  const given = store.state.value.ranges;
  const ranges = given.length === components.length ? given : suggested;
  const wrong = trouble(ranges, components);

  const change = (component: number, part: (typeof parts)[number], input: HTMLInputElement) => {
    const value = Math.round(input.valueAsNumber);
    if (!(value >= 1)) {
      input.value = String(ranges[component]?.[part] ?? 1);
      return;
    }
    store.update({ ranges: ranges.map((range, c) => (c === component ? { ...range, [part]: value } : range)) });
  };
  return (
    <fieldset class="limits-ranges" aria-describedby={`${id}-help`}>
      <legend>{text.ranges}</legend>
      <small id={`${id}-help`}>{text.rangesHelp}</small>
      <div class="limits-ranges-grid">
        {ranges.map((range, component) => (
          <fieldset key={components[component]} class="limits-range">
            <legend>{components[component]}</legend>
            {parts.map((part) => (
              <label key={part}>
                {text[part]}
                <input
                  type="number"
                  inputMode="numeric"
                  min={1}
                  value={range[part]}
                  onChange={(event) => change(component, part, event.currentTarget)}
                />
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <p class="limits-ranges-foot">
        <span role="status" class={wrong ? 'limits-wrong' : ''}>
          {wrong || text.cells(cellCount(ranges))}
        </span>
        <button type="button" aria-describedby={`${id}-suggest`} onClick={() => store.update({ ranges: [] })}>
          {text.suggest}
        </button>
        <small id={`${id}-suggest`}>{text.suggestHelp}</small>
      </p>
    </fieldset>
  );
}
