/** The Pareto front: efficiency against cost. */
import type { LimitsFound } from 'tuplepack';
import { shareAxis, sizeAxis } from '../../charts/axes';
import type { Picture } from '../../charts/Chart';
import { alongPoints, nearPoint } from '../../charts/cursor';
import { line, ring } from '../../charts/datasets';
import { chartsText } from '../../charts/words';
import { searchText as text } from './searchWords';

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
    hint: chartsText.hintChoose,
    cursor: alongPoints(points.length, { placeAt: nearPoint, start: inUse === -1 ? null : inUse }),
    data: {
      datasets: [
        // up to the next point, the previous one is the best
        { ...line(0, text.onFront, at), stepped: true, pointRadius: 4, pointHoverRadius: 7 },
        ring(chartsText.inUse, at[inUse] ?? null),
      ],
    },
    options: {
      scales: {
        x: sizeAxis(text.cost, first - margin, last + margin),
        y: shareAxis(text.efficiency, Math.min(...points.map(({ harmonicMean }) => harmonicMean), 0.95)),
      },
      plugins: {
        tooltip: {
          callbacks: {
            title: ([item]) => text.limits(components, points[item?.dataIndex ?? 0]?.limits ?? []),
            label: ({ dataIndex }) => {
              const { harmonicMean = 0, packs = 0, cost = 0 } = points[dataIndex] ?? {};
              return text.point(harmonicMean, packs, cost);
            },
          },
        },
      },
    },
  };
}
