import { useEffect, useRef, useState } from 'preact/hooks';
import type { Packed } from 'tuplepack';
import { seriesColour, seriesCount } from '../../charts/theme';
import { Button } from '../../controls/buttons';
import { SortButton } from '../../controls/DataTable';
import { percent, whole } from '../../controls/format';
import { Region } from '../../controls/Region';
import { type Run, runsOf } from '../../data/runs';
import { lengthsOf, type StrategyFigures, type StrategyKey, type StrategySort } from './strategies';

/** The items of a pack in one component, in their colours; the length of the bar is the limit. */
function PackBar({ runs, component, limit }: { runs: Run[]; component: number; limit: number }) {
  const paths = new Array<string>(seriesCount).fill('');
  let begin = 0;
  lengthsOf(runs, component, mostBars).forEach((length, item) => {
    if (length > 0) paths[item % seriesCount] += `M${begin} 0h${length}v1h${-length}z`;
    begin += length;
  });
  return (
    <svg class="pack-bar" viewBox={`0 0 ${limit} 1`} preserveAspectRatio="none" aria-hidden="true">
      {paths.map((path, series) => (
        <path key={seriesColour(series)} style={{ fill: seriesColour(series) }} d={path} />
      ))}
    </svg>
  );
}

/** More are narrower than a pixel; millions would take minutes. */
const mostBars = 1000;

/** As in the style sheet: row positions are computed, not measured. */
const rowHeight = 34;
const headHeight = 34;
const rowsAround = 8;

interface Props {
  packed: Packed;
  figures: StrategyFigures;
  order: Uint32Array;
  sort: StrategySort;
  chosen: number;
  onSort: (key: StrategyKey) => void;
  onChoose: (strategy: number) => void;
}

/** Steps per key. */
const moves: Record<string, (rows: number) => number> = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: () => -10,
  PageDown: () => 10,
  Home: (rows) => -rows,
  End: (rows) => rows,
};

/**
 * A virtualized table: a plan may have tens of thousands of strategies. No library: they measure rows, but these are all of one
 * height, so that two divisions tell what is in sight.
 */
export function StrategiesTable({ packed, figures, order, sort, chosen, onSort, onChoose }: Props) {
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  const { limits, plan, histogram } = packed;
  const k = limits.length;

  const place = order.indexOf(chosen);
  useEffect(() => {
    const at = box.current;
    if (!at || place === -1) return;
    const top = place * rowHeight;
    const room = at.clientHeight - headHeight;
    if (top < at.scrollTop) at.scrollTop = top;
    else if (top + rowHeight > at.scrollTop + room) at.scrollTop = top + rowHeight - room;
  }, [place, order]);

  const measure = () => box.current && setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.target !== box.current || order.length === 0) return;
    event.preventDefault();
    const to = Math.min(Math.max(Math.max(place, 0) + move(order.length), 0), order.length - 1);
    onChoose(order[to] as number);
  };

  const first = Math.max(Math.floor(view.top / rowHeight) - rowsAround, 0);
  const end = Math.min(Math.ceil((view.top + view.height) / rowHeight) + rowsAround, order.length);
  const columns: { key: StrategyKey; name: string; spoken?: string }[] = [
    { key: 'strategy', name: '#', spoken: 'number' },
    { key: 'repeats', name: 'packs' },
    { key: 'items', name: 'items' },
    ...histogram.components.map((name, key) => ({ key, name })),
  ];
  return (
    <Region
      ref={box}
      class="strategies-box"
      aria-label="Strategies: use the arrow keys to move"
      // the list scrolls and answers the arrow keys
      tabIndex={0}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      <table class="strategies-table" aria-rowcount={order.length + 1}>
        <thead>
          <tr>
            {columns.map(({ key, name, spoken = name }) => (
              <th
                scope="col"
                key={key}
                aria-sort={sort.key === key ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              >
                <SortButton name={name} title={`Sort by ${spoken}`} onSort={() => onSort(key)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr style={{ height: `${first * rowHeight}px` }} />}
          {Array.from(order.subarray(first, end), (strategy, row) => {
            const runs = runsOf(packed, strategy);
            return (
              <tr
                key={strategy}
                aria-rowindex={first + row + 2}
                aria-current={strategy === chosen ? 'true' : undefined}
                onClick={() => onChoose(strategy)}
              >
                <td>
                  <Button tabIndex={-1} class="strategies-choose" aria-label={`Choose strategy ${whole(strategy + 1)}`}>
                    {whole(strategy + 1)}
                  </Button>
                </td>
                <td>{whole(plan.repeats[strategy] ?? 0)}</td>
                <td>{whole(figures.items[strategy] ?? 0)}</td>
                {limits.map((limit, c) => (
                  <td key={histogram.components[c]}>
                    <span class="strategies-fill">
                      <PackBar runs={runs} component={c} limit={limit} />
                      {percent(figures.fill[strategy * k + c] ?? 0)}
                    </span>
                  </td>
                ))}
              </tr>
            );
          })}
          {end < order.length && <tr style={{ height: `${(order.length - end) * rowHeight}px` }} />}
        </tbody>
      </table>
    </Region>
  );
}
