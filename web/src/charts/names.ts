/** Names lines and marks where they are. */
import type { Chart, LineOptions, Plugin, Point } from 'chart.js';
import { beginText, themeOf } from './theme';

/** Pixels between the names of lines, and between a name and what it names. */
const apart = 16;
const gap = 6;

interface Named {
  text: string;
  x: number;
  y: number;
  colour: string;
  kind: 'line' | 'upright' | 'mark';
}

const isHeatMap = ({ data: { datasets } }: Chart) => datasets.some((dataset) => 'heatMap' in dataset);

/** Where lines end, without the last of many steps, which is often cut off; and where marks are, unless on a heat map. */
function namedIn(chart: Chart): Named[] {
  return chart.data.datasets.flatMap(({ label = '' }, index) => {
    const { data, dataset } = chart.getDatasetMeta(index);
    const [first] = data;
    const at = data[Math.ceil(0.97 * (data.length - 1))];
    if (label === '' || !first || !at || (data.length === 1 && isHeatMap(chart))) return [];
    const kind = data.length === 1 ? 'mark' : data.length === 2 && first.x === at.x ? 'upright' : 'line';
    const { borderColor } = (dataset?.options ?? {}) as Partial<LineOptions>;
    const colour = kind === 'mark' || !borderColor ? themeOf(chart.canvas).text : String(borderColor);
    return [{ text: label, x: at.x, y: kind === 'upright' ? Math.min(first.y, at.y) : at.y, colour, kind }];
  });
}

/** Moves places apart, and up from below `bottom`. */
export function spread(ys: readonly number[], bottom: number): number[] {
  const order = ys.map((_, i) => i).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0));
  const placed = [...ys];
  const sink = (i: number, place: number) => {
    const above = placed[order[place - 1] ?? -1] ?? Number.NEGATIVE_INFINITY;
    placed[i] = Math.max(placed[i] ?? 0, above + apart);
  };
  const lift = (i: number, place: number) => {
    const room = bottom - apart * (order.length - 1 - place);
    placed[i] = Math.min(placed[i] ?? 0, room);
  };
  order.forEach(sink);
  order.forEach(lift);
  return placed;
}

/** Beside what it names, towards the middle of the chart. */
function drawBeside({ ctx, chartArea }: Chart, { text, x, y, colour, kind }: Named): void {
  const isRight = 2 * x > chartArea.left + chartArea.right;
  ctx.fillStyle = colour;
  ctx.textAlign = isRight ? 'right' : 'left';
  const away = kind === 'mark' ? 2 * gap : gap;
  ctx.fillText(text, isRight ? x - away : x + away, y + (kind === 'mark' ? apart : apart / 2));
}

/** Whether it is named at the right. */
const isLine = (points: readonly Point[]) => points.length > 1 && points[0]?.x !== points[1]?.x;

export const namesPlugin: Plugin<'bar' | 'line'> = {
  id: 'names',
  beforeLayout(chart) {
    beginText(chart.ctx, chart.canvas);
    const lines = chart.data.datasets.filter(({ data, label }) => label && isLine(data as Point[]));
    const widths = lines.map(({ label = '' }) => chart.ctx.measureText(label).width);
    chart.options.layout = {
      padding: { right: Math.max(0, ...widths) + gap, top: isHeatMap(chart) ? 2 * apart : gap },
    };
  },
  afterDatasetsDraw(chart) {
    const { ctx, chartArea, canvas } = chart;
    const all = namedIn(chart);
    const lines = all.filter(({ kind }) => kind === 'line');
    const ys = spread(
      lines.map(({ y }) => y),
      chartArea.bottom,
    );
    ctx.save();
    beginText(ctx, canvas);
    lines.forEach(({ text, colour }, i) => {
      ctx.fillStyle = colour;
      ctx.fillText(text, chartArea.right + gap, ys[i] ?? 0);
    });
    for (const each of all) if (each.kind !== 'line') drawBeside(chart, each);
    ctx.restore();
  },
};
