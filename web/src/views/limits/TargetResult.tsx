import type { Found, LimitsFound } from 'tuplepack';
import { UseButton } from '../../controls/buttons';
import { searchText as text } from './words';

/** The limits in use, and how others are chosen. */
export interface LimitsChoice {
  components: string[];
  limits: number[];
  onChoose: (limits: number[]) => void;
}

/** The button that chooses the limits of a row of a table. */
export function rowChoice<Row>({ components, limits, onChoose }: LimitsChoice, limitsOf: (row: Row) => number[]) {
  return {
    label: (row: Row) => text.useThese(components, limitsOf(row)),
    inUse: (row: Row) => limitsOf(row).every((limit, c) => limit === limits[c]),
    onUse: (row: Row) => onChoose(limitsOf(row)),
  };
}

interface Props extends LimitsChoice {
  found: Found;
  /** the target efficiency, 0 … 1 */
  target: number;
}

/** What limits cost and reach, and how many packs which method needs. */
function facts({ cost, packs, bound, method, efficiency, harmonicMean }: LimitsFound, components: string[]): string {
  return `${text.facts(cost, packs, bound, method)} ${text.reached(components, efficiency, harmonicMean)}`;
}

function UseLimits({ point, components, limits, onChoose }: LimitsChoice & { point: LimitsFound }) {
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
  if (found.ranges.length === 0) return <p role="status">No limits in these ranges hold the largest items.</p>;
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
        <span class={open === 0 ? 'search-proven' : ''}>
          {open === 0 ? 'Proven: no cheaper limits reach the target.' : text.open(open)}
        </span>
      </p>
      <UseLimits point={point} {...shown} />
    </div>
  );
}
