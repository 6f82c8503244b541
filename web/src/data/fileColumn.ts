/** A column of a file. */

export interface FileColumn {
  /** what the core is told: a name, or a number from 1 where there is no name or it cannot stand in a list */
  key: string;
  label: string;
  /** its first values are integers */
  whole: boolean;
  /** its first values are lists, whose lengths can be the sizes */
  lists: boolean;
  /** read as the count unless another is chosen */
  count: boolean;
  /** read as a size unless it is chosen as the count, which the writer may have meant */
  possibleCount: boolean;
  /** its first values look like sizes: not text, identifiers, or labels of at most 1 */
  size: boolean;
}

const identifiers = /^(id|idx|index|label|timestamp|__index_level_\d+__)$|_(id|idx|index|label)$/i;

/** Whether values of a column with that name, up to `largest` in the first rows, look like sizes. */
export function looksLikeSize(name: string, largest: number): boolean {
  return largest > 1 && !identifiers.test(name);
}
