/** The data sets offered first, with a picture of their kind in a box of 32 × 20. */
export type ExampleName = 'molhiv' | 'wikipedia' | 'python_ast' | 'azure_llm';

export interface Example {
  preset: ExampleName;
  /** stroked */
  lines?: string;
  /** filled */
  shapes?: string;
}

/** A disc around a point. */
const disc = (x: number, y: number) => `M${x - 2.5} ${y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z`;
/** A bar of a text. */
const bar = (x: number, y: number, width: number) => `M${x} ${y}h${width}v3h${-width}z`;

export const examples: readonly Example[] = [
  {
    preset: 'molhiv',
    lines: 'M5 10L11 4H18L23 10L18 16H11L5 10M23 10H29',
    shapes: [disc(5, 10), disc(11, 4), disc(18, 4), disc(23, 10), disc(18, 16), disc(11, 16), disc(29, 10)].join(''),
  },
  { preset: 'wikipedia', shapes: [bar(2, 2, 27), bar(2, 7, 14), bar(2, 12, 21), bar(2, 17, 8)].join('') },
  {
    preset: 'python_ast',
    lines: 'M16 3L8 10M16 3L24 10M8 10L4 17M8 10L12 17M24 10V17',
    shapes: [disc(16, 3), disc(8, 10), disc(24, 10), disc(4, 17), disc(12, 17), disc(24, 17)].join(''),
  },
  { preset: 'azure_llm', shapes: [bar(2, 2, 18), bar(2, 7, 9), bar(14, 12, 16), bar(22, 17, 8)].join('') },
];
