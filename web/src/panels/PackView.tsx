import './PackView.css';
import { useId, useMemo, useState } from 'preact/hooks';
import type { Packed } from 'tuplepack';
import { MaskCanvas } from '../charts/MaskCanvas';
import { maskSide, pairsSeen } from '../charts/mask';
import { segmentsOf } from '../charts/segments';
import { lengthsOf, type Run, runsOf } from '../charts/strategies';
import type { Store } from '../store';
import { strategiesText } from '../text/strategies';
import { PackArrays } from './PackArrays';

const text = strategiesText.pack;

function Items({ runs, components, aligned }: { runs: Run[]; components: string[]; aligned: boolean }) {
  const heading = useId();
  return (
    <div class="pack-items">
      <h4 id={heading}>
        {text.items} <small>{text.ofSizes(components, aligned)}</small>
      </h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul aria-labelledby={heading} tabIndex={0}>
        {runs.map(({ sizes, copies }) => (
          <li key={sizes.join()}>{text.run(sizes, copies)}</li>
        ))}
      </ul>
    </div>
  );
}

interface ChoicesProps {
  components: string[];
  component: number;
  causal: boolean;
  onComponent: (component: number) => void;
  onCausal: (causal: boolean) => void;
}

function Choices({ components, component, causal, onComponent, onCausal }: ChoicesProps) {
  const id = useId();
  return (
    <div class="pack-choices">
      {components.length > 1 && (
        <div>
          <span class="pack-choice">
            <label for={`${id}-component`}>{text.component}</label>
            <select
              id={`${id}-component`}
              value={component}
              aria-describedby={`${id}-component-help`}
              onChange={(event) => onComponent(Number(event.currentTarget.value))}
            >
              {components.map((name, c) => (
                <option key={name} value={c}>
                  {name}
                </option>
              ))}
            </select>
          </span>
          <small id={`${id}-component-help`}>{text.componentHelp}</small>
        </div>
      )}
      <div>
        <label class="pack-choice">
          <input
            type="checkbox"
            checked={causal}
            aria-describedby={`${id}-causal`}
            onChange={(event) => onCausal(event.currentTarget.checked)}
          />
          {text.causal}
        </label>
        <small id={`${id}-causal`}>{text.causalHelp}</small>
      </div>
    </div>
  );
}

interface PackProps {
  packed: Packed;
  strategy: number;
  /** whether items take more than their size: the sizes listed are those after alignment */
  aligned: boolean;
}

function Pack({ packed, strategy, aligned }: PackProps) {
  const heading = useId();
  const [chosen, setComponent] = useState(0);
  const [causal, setCausal] = useState(false);
  const { components } = packed.histogram;
  const component = Math.min(chosen, components.length - 1);
  const name = components[component] ?? '';
  const capacity = packed.limits[component] ?? 0;

  const runs = useMemo(() => runsOf(packed, strategy), [packed, strategy]);
  const lengths = useMemo(() => lengthsOf(runs, component), [runs, component]);
  const segments = useMemo(() => segmentsOf(lengths, capacity), [lengths, capacity]);

  const side = maskSide(capacity, 512);
  const seen = text.maskCaption(pairsSeen(lengths, causal), capacity * capacity);
  return (
    <section class="pack-view" aria-labelledby={heading}>
      <h3 id={heading}>{text.heading(strategy)}</h3>
      <p>{text.summary(packed.plan.repeats[strategy] ?? 0, lengths.length)}</p>
      <Choices {...{ components, component, causal }} onComponent={setComponent} onCausal={setCausal} />
      <MaskCanvas
        title={text.maskTitle(name, strategy, causal)}
        label={text.maskLabel(name, capacity, lengths, causal)}
        caption={side < capacity ? `${seen} ${text.sampled(capacity, side)}` : seen}
        segmentIds={segments.segmentIds}
        causal={causal}
      />
      <Items {...{ runs, components, aligned }} />
      <PackArrays segments={segments} />
    </section>
  );
}

/** What one pack of the chosen strategy holds, and what training needs to know of it. */
export function PackView({ store }: { store: Store }) {
  const packed = store.packed.value.value;
  if (!packed || packed.plan.repeats.length === 0) return null;
  const { strategy, alignItem } = store.state.value;
  const aligned = alignItem.some((multiple) => multiple > 1);
  return <Pack packed={packed} strategy={Math.min(strategy, packed.plan.repeats.length - 1)} aligned={aligned} />;
}
