import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { SaveImage } from '../../charts/SaveImage';
import { seriesColour } from '../../charts/theme';
import { Button } from '../../controls/buttons';
import { counted, whole } from '../../controls/format';
import { useCalculated } from '../../controls/useCalculated';
import { quickMethod, searches, usualMethod } from '../../engine/coreTables';
import { resultOf } from '../../engine/refused';
import type { PlanResult } from '../../state/requests';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { type Box, itemsFor, packsOf, pictureOf, rowHeight, sampleOf, sampleRequest } from './picture';

/** The width of an element, in pixels; 0 until it is known. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** A sample is packed at once, whatever the plan is packed by. */
function sampleMethod(method = usualMethod) {
  return method === usualMethod || searches(method) ? quickMethod : method;
}

/** Packs a sample of the data as the plan was packed. */
function useSamplePlan({ pool }: Store, loaded: LoadedData, { request }: PlanResult, count: number) {
  const sample = useMemo(() => sampleOf(loaded.histogram, count), [loaded, count]);
  const pack = async (signal: AbortSignal) => {
    const asked = sampleRequest(request, sampleMethod(request.method));
    const { value } = await resultOf(pool.run('pack', [sample.histogram, asked], { signal }));
    return value ? { sample, packs: packsOf(sample, value.value, asked), packed: value.value } : null;
  };
  return useCalculated((signal) => (count === 0 ? null : pack(signal)), [pool, sample, request]);
}

function Shapes({ boxes }: { boxes: readonly Box[] }) {
  return (
    <path
      class="picture-shape"
      d={boxes.map(({ x, y, width }) => `M${x} ${y}h${width}v${rowHeight}h${-width}z`).join('')}
    />
  );
}

/** A hairline between neighbours. */
const drawnWidth = (width: number) => Math.max(0.75, width - 0.75);

interface Props {
  store: Store;
  loaded: LoadedData;
  plan: PlanResult;
  /** low, and not to be saved */
  compact: boolean;
}

/** Rows of the data padded one by one, and the same rows packed: every item keeps its colour and moves into its pack. */
export function PackingPicture({ store, loaded, plan, compact }: Props) {
  const { element, width } = useWidth();
  const svg = useRef<SVGSVGElement>(null);
  const [chosen, setChosen] = useState(0);
  const shown = useSamplePlan(store, loaded, plan, itemsFor(width, compact ? 10 : 20) * Math.sign(width));
  const { components } = plan.histogram;
  const component = Math.min(chosen, components.length - 1);
  const largest = loaded.stats.largest[component] ?? 1;
  const limit = shown?.packed.limits[component] ?? 1;
  const picture = useMemo(
    () => (shown && width > 0 ? pictureOf(shown.sample, shown.packs, component, largest, limit, width) : null),
    [shown, component, largest, limit, width],
  );
  const name = components[component] ?? '';
  const padded = shown?.sample.sizes.length ?? 0;
  const packs = shown?.packs.length ?? 0;
  const short = width < 480;
  return (
    <figure class="stack stack-close picture">
      {components.length > 1 && (
        <fieldset class="row picture-components" aria-label="Component in the picture">
          {components.map((label, c) => (
            <Button key={label} aria-pressed={c === component} onClick={() => setChosen(c)}>
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      <div class="picture-area" ref={element}>
        {picture && (
          <svg
            ref={svg}
            role="img"
            aria-label={`${counted(padded, 'item')} of the data, each padded to ${name} ${whole(largest)}, and the same items packed into ${counted(packs, 'pack')} of ${name} ${whole(limit)}`}
            width={picture.width}
            height={picture.height}
            viewBox={`0 0 ${picture.width} ${picture.height}`}
          >
            <text y={picture.captions.padded + 12}>
              {`padded individually: ${counted(padded, 'row')}${short ? '' : `, each of ${name} ${whole(largest)}`}; grey is padding`}
            </text>
            <text y={picture.captions.packed + 12}>
              {`packed: the same ${padded} in ${counted(packs, 'row')}${short ? '' : `, each of ${name} ${whole(limit)}`}`}
            </text>
            <Shapes boxes={picture.shapes.padded} />
            <Shapes boxes={picture.shapes.packed} />
            <g key={`${loaded.title} ${component}`}>
              {picture.items.map(({ padded: from, packed: to }, item) => (
                <g key={item} style={{ fill: seriesColour(item) }}>
                  <rect x={from.x} y={from.y} width={drawnWidth(from.width)} height={rowHeight} />
                  {to && (
                    <rect
                      class="picture-moving"
                      width={drawnWidth(to.width)}
                      height={rowHeight}
                      style={`--from: translate(${from.x}px, ${from.y}px); transform: translate(${to.x}px, ${to.y}px)`}
                    />
                  )}
                </g>
              ))}
            </g>
          </svg>
        )}
      </div>
      {picture && !compact && (
        <SaveImage
          title={`${loaded.title}: padded and packed, ${name}`}
          picture={svg}
          png={false}
          vectors={({ elementVectors }) => svg.current && elementVectors(svg.current)}
        />
      )}
    </figure>
  );
}
