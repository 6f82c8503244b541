/** A sample of the data, padded row by row and packed, as rectangles. */
import type { Histogram, Packed, PackRequest } from 'tuplepack';
import { type Run, runsOf } from '../../data/runs';

/** Items of a data set, drawn evenly from its distribution, in a fixed order that looks random. */
export interface Sample {
  /** the histogram of the sample, for the core */
  histogram: Histogram;
  /** items × k */
  sizes: number[][];
}

/** 0 … count − 1 in an order that looks random, always the same. */
function shuffled(count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  let state = 1;
  for (let i = count - 1; i > 0; --i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}

/** `count` items at even quantiles; all items if there are fewer. */
export function sampleOf({ components, sizes, counts }: Histogram, count: number): Sample {
  const items = counts.reduce((sum, number) => sum + number, 0);
  const drawn = Math.min(count, items);
  const bins: number[] = [];
  let bin = 0;
  let end = counts[0] ?? 0;
  for (let item = 0; item < drawn; ++item) {
    const place = Math.floor(((item + 0.5) * items) / drawn);
    while (place >= end && bin + 1 < counts.length) end += counts[++bin] as number;
    bins.push(bin);
  }
  const k = components.length;
  const sizesOf = (of: number) => Array.from(sizes.subarray(of * k, (of + 1) * k));
  const used = [...new Set(bins)];
  return {
    histogram: {
      components,
      sizes: Float64Array.from(used.flatMap(sizesOf)),
      counts: Float64Array.from(used, (of) => bins.filter((one) => one === of).length),
    },
    sizes: shuffled(drawn).map((item) => sizesOf(bins[item] as number)),
  };
}

/** How the sample is packed: pieces of an item would have no row to come from. */
export function sampleRequest(request: PackRequest, method: string): PackRequest {
  const { timeLimit: _, packsMultiple: __, ...room } = request;
  return { ...room, method, overlong: request.overlong === 'split' ? 'truncate' : (request.overlong ?? 'error') };
}

/** The items of every pack, as places in the sample. */
export function packsOf(sample: Sample, packed: Packed, { alignItem = [] }: PackRequest): number[][] {
  const { plan, room } = packed;
  const waiting = new Map<string, number[]>();
  sample.sizes.forEach((sizes, item) => {
    const fitted = sizes.map((size, c) => {
      const multiple = alignItem[c] ?? 1;
      return Math.min(Math.ceil(size / multiple) * multiple, Math.floor((room[c] ?? size) / multiple) * multiple);
    });
    waiting.set(fitted.join(), [...(waiting.get(fitted.join()) ?? []), item]);
  });
  const packs: number[][] = [];
  plan.repeats.forEach((repeats, strategy) => {
    const runs = runsOf(packed, strategy);
    const take = ({ sizes, copies }: Run) => waiting.get(sizes.join())?.splice(0, copies) ?? [];
    for (let pack = 0; pack < repeats; ++pack) packs.push(runs.flatMap(take));
  });
  return packs;
}

/** A rectangle in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
}

export const rowHeight = 7;
const pitch = 9;
const gap = 6;
const caption = 20;

/** Items drawn for a page of this width, in so many rows where they are padded. */
export function itemsFor(width: number, rows: number): number {
  return rows * columnsFor(width);
}

/** Not six: every column would have one of the six colours. */
function columnsFor(width: number): number {
  return width >= 700 ? 8 : width >= 480 ? 7 : 4;
}

/** Shapes of one width in rows from left to right. */
function shelves(count: number, shape: number, width: number, top: number): { boxes: Box[]; bottom: number } {
  const columns = Math.max(1, Math.floor((width + gap + 1e-6) / (shape + gap)));
  const boxes = Array.from({ length: count }, (_, at) => ({
    x: (at % columns) * (shape + gap),
    y: top + Math.floor(at / columns) * pitch,
    width: shape,
  }));
  return { boxes, bottom: top + Math.ceil(count / columns) * pitch };
}

/**
 * The shapes that items are padded to and those that hold packs, and per item of the sample its places in both; null: not
 * packed. Both halves have the same scale, so that areas can be compared.
 */
export function pictureOf(
  sample: Sample,
  packs: number[][],
  component: number,
  largest: number,
  limit: number,
  width: number,
) {
  const columns = columnsFor(width);
  const scale = Math.min((width - gap * (columns - 1)) / columns / Math.max(1, largest), width / Math.max(1, limit));
  const padded = shelves(sample.sizes.length, largest * scale, width, caption);
  const packed = shelves(packs.length, limit * scale, width, padded.bottom + caption + gap);
  const items = sample.sizes.map((sizes, item) => ({
    padded: { ...(padded.boxes[item] as Box), width: (sizes[component] ?? 0) * scale },
    packed: null as Box | null,
  }));
  packs.forEach((members, pack) => {
    const { y } = packed.boxes[pack] as Box;
    let { x } = packed.boxes[pack] as Box;
    for (const at of members) {
      const item = items[at] as (typeof items)[number];
      item.packed = { x, y, width: item.padded.width };
      x += item.padded.width;
    }
  });
  return {
    width,
    height: packed.bottom,
    /** the top of the captions */
    captions: { padded: 0, packed: padded.bottom + gap },
    shapes: { padded: padded.boxes, packed: packed.boxes },
    items,
  };
}
