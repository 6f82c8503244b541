import type { Found, LimitsFound } from 'tuplepack';
import { UseButton } from '../../controls/buttons';
import { searchText as text } from './words';

interface Shown {
  components: string[];
  limits: number[];
  onChoose: (limits: number[]) => void;
}

interface Props extends Shown {
  found: Found;
  /** the target efficiency, 0 … 1 */
  target: number;
}

/** What limits cost and reach, and how many packs which method needs. */
function facts({ cost, packs, bound, method, efficiency, harmonicMean }: LimitsFound, components: string[]): string {
  return `${text.facts(cost, packs, bound, method)} ${text.reached(components, efficiency, harmonicMean)}`;
}

function UseLimits({ point, components, limits, onChoose }: Shown & { point: LimitsFound }) {
  return (
    <UseButton
      inUse={point.limits.every((limit, c) => limit === limits[c])}
      label={text.useThese(components, point.limits)}
      onUse={() => onChoose(point.limits)}
    />
  );
}

/** No limits that reach the target: where they were sought, and the best there. */
function NotReached({ found, target, ...shown }: Props) {
  const { open, candidates, best, atMost } = found;
  const { components } = shown;
  if (found.ranges.length === 0) return <p role="status">{text.noRoom}</p>;
  const ranges = text.ranges(components, found.ranges);
  return (
    <div class="search-answer">
      <p role="status">
        {open > 0 ? text.noneYet(target, open, ranges) : text.none(target, candidates, ranges)}{' '}
        {best && (
          <>
            <strong>{text.best(components, best.limits, atMost !== null && atMost <= best.harmonicMean)}</strong>{' '}
            {facts(best, components)}
          </>
        )}
      </p>
      {best && <UseLimits point={best} {...shown} />}
    </div>
  );
}

/** The smallest limits that reach the target, and whether that is proven. */
export function TargetResult({ found, target, ...shown }: Props) {
  const { points, open } = found;
  const { components } = shown;
  const [point] = points;
  if (!point) return <NotReached found={found} target={target} {...shown} />;
  return (
    <div class="search-answer">
      <p role="status">
        <strong>{text.smallest(components, point.limits)}</strong> {facts(point, components)}{' '}
        <span class={open === 0 ? 'search-proven' : ''}>{open === 0 ? text.proven : text.open(open)}</span>
      </p>
      <UseLimits point={point} {...shown} />
    </div>
  );
}
