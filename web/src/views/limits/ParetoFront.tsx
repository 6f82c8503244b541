import { useMemo } from 'preact/hooks';
import type { Found, LimitsFound } from 'tuplepack';
import { Chart, type Picture } from '../../charts/Chart';
import { alongPoints, nearPoint } from '../../charts/cursor';
import { currentRing, line, shareAxis, sizeAxis, tooltip } from '../../charts/elements';
import { type Column, DataTable, numberColumn } from '../../controls/DataTable';
import { whole } from '../../controls/format';
import { efficiencyColumns } from '../result/efficiency';
import { type LimitsChoice, rowChoice } from './TargetResult';
import { searchText as text } from './words';

/** `points` in order of cost; the one with these limits has a ring. */
export function paretoChart(data: string, components: string[], points: LimitsFound[], limits: number[]): Picture {
  const costs = points.map(({ cost }) => cost);
  const [first, last] = [Math.min(...costs), Math.max(...costs)];
  const margin = Math.max((last - first) * 0.04, 1);
  const inUse = points.findIndex((point) => point.limits.every((limit, c) => limit === limits[c]));
  const at = points.map(({ cost, harmonicMean }) => ({ x: cost, y: harmonicMean }));
  const brief = (one: LimitsFound | undefined) => text.brief(one?.cost ?? 0, one?.harmonicMean ?? 0);
  return {
    label: text.chartLabel(points.length, brief(points[0]), brief(points.at(-1))),
    title: text.chart(data),
    cursor: alongPoints(points.length, { placeAt: nearPoint, start: inUse === -1 ? null : inUse }),
    data: {
      datasets: [
        // up to the next point, the previous one is the best
        { ...line(0, 'front', at), stepped: true, pointRadius: 4, pointHoverRadius: 7 },
        currentRing(at[inUse] ?? null),
      ],
    },
    options: {
      scales: {
        x: sizeAxis(text.cost, first - margin, last + margin),
        y: shareAxis('efficiency', Math.min(...points.map(({ harmonicMean }) => harmonicMean), 0.95)),
      },
      plugins: {
        tooltip: tooltip(
          ({ dataIndex }) => text.limits(components, points[dataIndex]?.limits ?? []),
          ({ dataIndex }) => {
            const { harmonicMean = 0, packs = 0, cost = 0 } = points[dataIndex] ?? {};
            return text.point(harmonicMean, packs, cost);
          },
        ),
      },
    },
  };
}

interface Props extends LimitsChoice {
  data: string;
  found: Found;
}

function FrontTable({ found: { points }, components, limits, onChoose }: Props) {
  const columns: Column<LimitsFound>[] = [
    ...components.map((name, c) => numberColumn(name, whole, (point: LimitsFound) => point.limits[c] ?? 0)),
    numberColumn(text.cost, whole, ({ cost }) => cost),
    numberColumn('packs', whole, ({ packs }) => packs),
    numberColumn('bound', whole, ({ bound }) => bound),
    ...efficiencyColumns(components, ({ efficiency }: LimitsFound) => efficiency),
  ];
  return (
    <DataTable
      folded
      caption="Points of the Pareto front"
      columns={columns}
      rows={points}
      rowKey={(point) => point.limits.join()}
      use={rowChoice({ components, limits, onChoose }, (point: LimitsFound) => point.limits)}
    />
  );
}

function FrontChart({ data, found: { points }, components, limits, onChoose }: Props) {
  const picture = useMemo(() => paretoChart(data, components, points, limits), [data, points, limits.join()]);
  const choose = (place: number) => {
    const point = points[place];
    if (point) onChoose(point.limits);
    return point !== undefined;
  };
  return <Chart {...picture} size="middle" onChoose={choose} />;
}

/** The Pareto front of cost and efficiency, as a chart and as a table. */
export function ParetoFront(props: Props) {
  const { points, open } = props.found;
  return (
    <>
      <p role="status">
        {text.front(points.length)}{' '}
        <span class={open === 0 ? 'search-proven' : ''}>{open === 0 ? 'Proven complete.' : text.frontOpen(open)}</span>
      </p>
      {points.length > 0 && (
        <>
          <FrontChart {...props} />
          <FrontTable {...props} />
        </>
      )}
    </>
  );
}
