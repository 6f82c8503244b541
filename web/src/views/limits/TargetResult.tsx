import type { Found } from 'tuplepack';
import { UseButton } from '../../controls/UseButton';
import { searchText as text } from './searchWords';

interface Props {
  found: Found;
  /** the target efficiency, 0 … 1 */
  target: number;
  components: string[];
  limits: number[];
  onChoose: (limits: number[]) => void;
}

/** The smallest limits that reach the target, and whether that is proven. */
export function TargetResult({ found, target, components, limits, onChoose }: Props) {
  const { points, open, candidates } = found;
  const [point] = points;
  if (!point) return <p role="status">{open > 0 ? text.noneYet(target, open) : text.none(target, candidates)}</p>;
  const inUse = point.limits.every((limit, c) => limit === limits[c]);
  return (
    <div class="search-answer">
      <p role="status">
        <strong>{text.smallest(components, point.limits)}</strong> {text.facts(point.cost, point.packs, point.bound)}{' '}
        {text.reached(components, point.efficiency, point.harmonicMean)}{' '}
        <span class={open === 0 ? 'search-proven' : ''}>{open === 0 ? text.proven : text.open(open)}</span>
      </p>
      <UseButton
        inUse={inUse}
        label={text.useThese(components, point.limits)}
        text={text}
        onUse={() => onChoose(point.limits)}
      />
    </div>
  );
}
