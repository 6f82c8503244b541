/** The element `<tuplepack-playground>`: importing the script defines it, in browsers; on a server it does nothing. */

/** Text, or what frameworks write as text. Flags are set by "", "on" and "true". */
type Value = string | number | boolean | undefined;

/** Where the data come from, and what is shown of the playground. */
interface DisplayAttributes {
  /** a bundled data set */
  preset?: string | undefined;
  /** the URL of a file, relative to the page */
  src?: string | undefined;
  /** the data, as in a link */
  data?: string | undefined;
  /** of the data */
  name?: string | undefined;
  tab?: string | undefined;
  strategy?: Value;
  /** sections, separated by commas */
  hide?: string | undefined;
  /** default: as the page */
  theme?: 'auto' | 'light' | 'dark' | undefined;
  /** pixels to reserve before the playground appears */
  height?: Value;
  /** a figure for a text: what packing gains, a picture and the limits */
  compact?: Value;
  /** the URL of a whole playground that a compact one links to; without it, a button shows it in place */
  page?: string | undefined;
}

/** Options of the program, with their names and values. */
type ProgramOption =
  // Options of pack, by tools/update_option_types.py:
  | 'depth'
  | 'method'
  | 'heuristic'
  | 'distribute'
  | 'paper'
  | 'overlong'
  | 'time-limit'
  | 'gap'
  | 'packs-multiple'
  | 'spread'
  | 'even'
  // End of options.
  | 'format'
  | 'columns'
  | 'count-column'
  | 'lengths-of'
  | 'limits'
  | 'align-item'
  | 'align-total'
  | 'reserve'
  | 'range'
  | 'target'
  | 'per-component'
  | 'overhead'
  | 'devices'
  | 'batch'
  | 'beta1'
  | 'beta2'
  | 'component'
  | 'events'
  | 'event-columns'
  | 'sort'
  | 'loss'
  | 'like-batch-size'
  | 'loss-score'
  | 'ties'
  | 'recent'
  | 'order'
  | 'seed';

export type PlaygroundAttributes = DisplayAttributes & { [Name in ProgramOption]?: Value };

declare global {
  interface HTMLElementTagNameMap {
    'tuplepack-playground': HTMLElement;
  }
}
