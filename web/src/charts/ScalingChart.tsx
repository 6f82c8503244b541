import { useMemo } from 'preact/hooks';
import type { Estimate } from 'tuplepack';
import { estimateText as text } from '../text/estimate';
import { ratioAxis, valuesAxis } from './axes';
import { LineChart } from './LineChart';

/** Speed-up over padding against the number of devices (Kosec, Fu, Krell 2021, Figure 4), for the current plan. */
export function ScalingChart({ data, estimate }: { data: string; estimate: Estimate }) {
  const { scaling, speedup, fasterFrom } = estimate;
  const drawn = useMemo(() => {
    const heights = scaling.flatMap(({ unpadded, published }) => [unpadded, published, speedup]);
    const across = scaling.map(({ devices }) => devices);
    return {
      across,
      x: valuesAxis(text.acrossAxis, across),
      y: ratioAxis(text.upAxis, Math.min(...heights), Math.max(...heights)),
      lines: [
        { name: text.packed, values: scaling.map(() => speedup) },
        { name: text.unpadded, values: scaling.map(({ unpadded }) => unpadded) },
        { name: text.published, values: scaling.map(({ published }) => published) },
      ],
    };
  }, [scaling, speedup]);
  const [first, last] = [scaling[0], scaling.at(-1)];
  return (
    <LineChart
      label={text.chartLabel(speedup, last?.devices ?? 1, first?.unpadded ?? 1, last?.unpadded ?? 1, fasterFrom)}
      title={text.chart(data)}
      {...drawn}
      read={(place) => {
        const { devices = 1, unpadded = 1, published = 1 } = scaling[place] ?? {};
        return text.read(devices, speedup, unpadded, published);
      }}
    />
  );
}
