/** Maps values to pixels and back, along one axis. */
export interface Domain {
  min: number;
  max: number;
  logarithmic: boolean;
}

export interface Scale {
  /** horizontal; otherwise vertical, and larger values have smaller pixels */
  isHorizontal: boolean;
  /** the pixels of the smallest and of the largest value */
  from: number;
  to: number;
  pixelOf: (value: number) => number;
  /** extrapolates beyond both ends */
  valueAt: (pixel: number) => number;
}

const same = (value: number) => value;

export function scaleOf({ min, max, logarithmic }: Domain, isHorizontal: boolean, from: number, to: number): Scale {
  const [into, back] = logarithmic ? [Math.log, Math.exp] : [same, same];
  const low = into(min);
  const perPixel = (into(max) - low) / (to - from);
  return {
    isHorizontal,
    from,
    to,
    pixelOf: (value) => from + (into(value) - low) / perPixel,
    valueAt: (pixel) => back(low + (pixel - from) * perPixel),
  };
}
