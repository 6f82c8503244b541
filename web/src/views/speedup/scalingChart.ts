/** Speed-up over padding against the number of devices (Kosec, Fu, Krell 2021, Figure 4), for the current plan. */
import type { Estimate } from 'tuplepack';
import { ratioAxis, valuesAxis } from '../../charts/axes';
import type { Picture } from '../../charts/Chart';
import { alongPoints } from '../../charts/cursor';
import { line, lineLegend } from '../../charts/datasets';
import { chartsText } from '../../charts/words';
import { estimateText as text } from './words';

export function scalingChart(data: string, { scaling, speedup, fasterFrom }: Estimate): Picture {
  const devices = scaling.map((at) => at.devices);
  const lines = [
    { name: text.packed, ratios: scaling.map(() => speedup) },
    { name: text.unpadded, ratios: scaling.map(({ unpadded }) => unpadded) },
    { name: text.published, ratios: scaling.map(({ published }) => published) },
  ];
  const all = lines.flatMap(({ ratios }) => ratios);
  const [first, last] = [scaling[0], scaling.at(-1)];
  return {
    label: text.chartLabel(speedup, last?.devices ?? 1, first?.unpadded ?? 1, last?.unpadded ?? 1, fasterFrom),
    title: text.chart(data),
    hint: chartsText.hint,
    cursor: alongPoints(scaling.length, { lines: lines.length }),
    data: {
      datasets: lines.map(({ name, ratios }, series) =>
        line(
          series,
          name,
          ratios.map((y, i) => ({ x: devices[i] ?? 1, y })),
        ),
      ),
    },
    options: {
      scales: {
        x: valuesAxis(text.acrossAxis, devices),
        y: ratioAxis(text.upAxis, Math.min(...all), Math.max(...all)),
      },
      plugins: {
        legend: lineLegend,
        tooltip: {
          displayColors: true,
          callbacks: {
            title: ([at]) => text.devicesAt(at?.parsed.x ?? 1),
            label: ({ dataset, parsed }) => `${dataset.label} ${text.times(parsed.y ?? 1)}`,
          },
        },
      },
    },
  };
}
