import { useMemo } from 'preact/hooks';
import type { Found, LimitsFound } from 'tuplepack';
import { Chart, type Picture } from '../../charts/Chart';
import { alongPoints, nearPoint } from '../../charts/cursor';
import { currentRing, line, readable, shareAxis, sizeAxis } from '../../charts/elements';
import { type Column, DataTable, numberColumn } from '../../controls/DataTable';
import { counted, percent, whole } from '../../controls/format';
import { efficiencyColumns } from '../result/efficiency';
import { type LimitsChoice, rowChoice } from './TargetResult';
import { namedLimits, stillOpen } from './words';

/** `points` in order of cost; the one with these limits has a ring. */
export function paretoChart(data: string, components: string[], points: LimitsFound[], limits: number[]): Picture {
  const costs = points.map(({ cost }) => cost);
  const [first, last] = [Math.min(...costs), Math.max(...costs)];
  const margin = last > first ? Math.max((last - first) * 0.04, 1) : last / 4;
  const inUse = points.findIndex((point) => point.limits.every((limit, c) => limit === limits[c]));
  const at = points.map(({ cost, harmonicMean }) => ({ x: cost, y: harmonicMean }));
  const brief = (one: LimitsFound | undefined) => `${percent(one?.harmonicMean ?? 0)} at cost ${whole(one?.cost ?? 0)}`;
  return {
    label:
      `Scatter plot: efficiency against the cost of limits at ${whole(points.length)} points, ` +
      `from ${brief(points[0])} to ${brief(points.at(-1))}.`,
    title: `${data}: efficiency against the cost of limits`,
    cursor: alongPoints(points.length, { placeAt: nearPoint, start: inUse === -1 ? null : inUse }),
    datasets: [
      // up to the next point, the previous one is the best
      { ...line(0, 'front', at), stepped: true, pointRadius: 4, pointHoverRadius: 7 },
      currentRing(at[inUse] ?? null),
    ],
    options: readable(
      {
        x: sizeAxis('cost', first - margin, last + margin),
        y: shareAxis('efficiency', Math.min(...points.map(({ harmonicMean }) => harmonicMean), 0.95)),
      },
      ({ dataIndex }) => namedLimits(components, points[dataIndex]?.limits ?? []),
      ({ dataIndex }) => {
        const { harmonicMean = 0, packs = 0, cost = 0 } = points[dataIndex] ?? {};
        return [percent(harmonicMean), counted(packs, 'pack'), `cost ${whole(cost)}`];
      },
    ),
  };
}

interface Props extends LimitsChoice {
  data: string;
  found: Found;
}

/** The points as a chart and as a table. */
function Points({ data, found: { points }, ...choice }: Props) {
  const { components, limits } = choice;
  const picture = useMemo(() => paretoChart(data, components, points, limits), [data, points, limits.join()]);
  const choose = (place: number) => {
    const point = points[place];
    if (point) choice.onChoose(point.limits);
    return point !== undefined;
  };
  const columns: Column<LimitsFound>[] = [
    ...components.map((name, c) => numberColumn(name, whole, (point: LimitsFound) => point.limits[c] ?? 0)),
    numberColumn('cost', whole, ({ cost }) => cost),
    numberColumn('packs', whole, ({ packs }) => packs),
    numberColumn('bound', whole, ({ bound }) => bound),
    ...efficiencyColumns(components, ({ efficiency }: LimitsFound) => efficiency),
  ];
  return (
    <>
      <Chart {...picture} size="middle" onChoose={choose} />
      <DataTable
        folded
        caption="Points of the Pareto front"
        columns={columns}
        rows={points}
        rowKey={(point) => point.limits.join()}
        use={rowChoice(choice, (point: LimitsFound) => point.limits)}
      />
    </>
  );
}

/** The Pareto front of cost and efficiency. */
export function ParetoFront(props: Props) {
  const { points, open } = props.found;
  return (
    <>
      <p role="status">
        {counted(points.length, 'point')} on the front.{' '}
        <span class={open === 0 ? 'good' : ''}>
          {open === 0 ? 'Proven complete.' : `Not proven complete: ${stillOpen(open)}.`}
        </span>
      </p>
      {points.length > 0 && <Points {...props} />}
    </>
  );
}
