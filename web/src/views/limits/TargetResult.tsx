import type { Found, LimitsFound } from 'tuplepack';
import { type Use, UseButton } from '../../controls/buttons';
import { counted, percent, whole } from '../../controls/format';
import { namedLimits, stillOpen } from './words';

/** The limits in use, and how others are chosen. */
export interface LimitsChoice {
  components: string[];
  limits: number[];
  onChoose: (limits: number[]) => void;
}

/** The button that chooses the limits of a row of a table. */
export function rowChoice<Row>(
  { components, limits, onChoose }: LimitsChoice,
  limitsOf: (row: Row) => number[],
): Use<Row> {
  return {
    label: (row: Row) => `Use ${namedLimits(components, limitsOf(row))}`,
    inUse: (row: Row) => limitsOf(row).every((limit, c) => limit === limits[c]),
    onUse: (row: Row) => onChoose(limitsOf(row)),
  };
}

/** What limits cost and reach, and how many packs which method needs. */
function facts({ cost, packs, bound, method, efficiency, harmonicMean }: LimitsFound, components: string[]): string {
  const proof = packs > bound ? `lower bound ${whole(bound)}; another method may find a better plan` : 'proven optimal';
  const shares = components.map((name, c) => `${name} ${percent(efficiency[c] ?? 0)}`).join(', ');
  return (
    `Cost ${whole(cost)}, ${counted(packs, 'pack')} by ${method} (${proof}). ` +
    `Efficiency ${components.length === 1 ? '' : `${shares}; harmonic mean `}${percent(harmonicMean)}.`
  );
}

/** That no limits reach the target, and where they were sought. */
function notReached({ open, candidates, ranges }: Found, target: number, components: string[]): string {
  const sought = ranges.map(
    ({ first, last, step }, c) =>
      `${components[c]} ${whole(first)} to ${whole(last)}${step > 1 ? ` by ${whole(step)}` : ''}`,
  );
  return open > 0
    ? `No limits that reach ${percent(target)} found within the time limit (${sought.join(', ')}); ${stillOpen(open)}.`
    : `Proven: none of the ${whole(candidates)} candidates (${sought.join(', ')}) reaches ${percent(target)}.`;
}

/** The smallest limits that reach the target (0 … 1), or else the best, and whether that is proven. */
export function TargetResult({ found, target, ...choice }: LimitsChoice & { found: Found; target: number }) {
  const { open, best, atMost } = found;
  const { components } = choice;
  const [smallest] = found.points;
  const point = smallest ?? best;
  if (!smallest && found.ranges.length === 0) {
    return <p role="status">No limits in these ranges fit the largest items.</p>;
  }
  const isBest = best !== null && atMost !== null && atMost <= best.harmonicMean;
  return (
    <div class="row search-answer">
      <p role="status">
        {!smallest && `${notReached(found, target, components)} `}
        {point && (
          <>
            <strong>
              {smallest ? 'Smallest limits' : isBest ? 'Best limits' : 'Best limits found'}:{' '}
              {namedLimits(components, point.limits)}.
            </strong>{' '}
            {facts(point, components)}{' '}
          </>
        )}
        {smallest && (
          <span class={open === 0 ? 'good' : ''}>
            {open === 0
              ? 'Proven: no cheaper limits reach the target.'
              : `Not proven: ${stillOpen(open)}. A longer time limit may help.`}
          </span>
        )}
      </p>
      {point && <UseButton use={rowChoice(choice, (one: LimitsFound) => one.limits)} choice={point} />}
    </div>
  );
}
