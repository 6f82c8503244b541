import type { FileHistogram, Stats } from 'tuplepack';
import type { Part } from '../data/load';
/** A loaded data set. */
export interface LoadedData {
  /** the title of the preset or the name of the file */
  title: string;
  histogram: FileHistogram;
  stats: Stats;
  /** whether rows are single items, as an assignment needs */
  hasItems: boolean;
  /** the files, for the assignment */
  parts: readonly Part[];
  /** whether a file had a format that the core does not read */
  isConverted: boolean;
}
