import './PaddingBars.css';
import { useId } from 'preact/hooks';
import type { PackedMetrics, Stats } from 'tuplepack';
import { histogramText } from './words';

const text = histogramText.shares;

function ShareBar({ name, explanation, data }: { name: string; explanation: string; data: number }) {
  return (
    <>
      <dt title={explanation}>{name}</dt>
      <dd>
        <span class="padding-bar" aria-hidden="true">
          <span class="padding-bar-data" style={{ width: `${data * 100}%` }} />
        </span>
        <span class="padding-shares">{text.shares(data)}</span>
        <small>{explanation}</small>
      </dd>
    </>
  );
}

interface Props {
  stats: Stats;
  packed: PackedMetrics;
  components: string[];
  limits: number[];
}

/** Shares of data and padding, without and with packing. */
export function PaddingBars({ stats, packed, components, limits }: Props) {
  const heading = useId();
  return (
    <section class="padding-bars" aria-labelledby={heading}>
      <h3 id={heading}>{text.heading}</h3>
      <div class="padding-components">
        {components.map((component, c) => (
          <div key={component}>
            <h4>{component}</h4>
            <dl>
              <ShareBar
                name={text.before}
                explanation={text.paddedTo(stats.largest[c] ?? 0)}
                data={1 - (stats.padding[c] ?? 0)}
              />
              <ShareBar
                name={text.after}
                explanation={text.packedTo(limits[c] ?? 0)}
                data={packed.metrics.efficiency[c] ?? 0}
              />
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}
