/**
 * tuplepack in JavaScript: the C++ core, compiled to WebAssembly, as functions on values.
 *
 * There are no handles and nothing to free: options are plain objects, results own their typed arrays, enumerations are
 * strings. Totals are integers below 2^53.
 * Every function that can fail on bad input returns a {@link Result}; none throws for bad data. `heuristics` and
 * `combinations` return an empty list unless given an array of 1 to `maxComponents` strings. Numbers are not converted:
 * null, '7' and 7n are errors. Only {@link loadTuplepack} rejects.
 *
 * The module `quick.wasm` lacks `likelyColumns`, `verify`, `estimate`, `search`, `stream`, `readPlan`, `assign`,
 * `assignmentNpz` and `loaderCode`, and the methods marked `searches`: these return the error `unsupported`. Its lists of `commands` and
 * `options` are empty.
 */

/** The kind of an error. */
export type ErrorCode =
  | 'malformed'
  | 'unsupported'
  | 'not_an_integer'
  | 'negative'
  | 'too_large'
  | 'missing_column'
  | 'extra_column'
  | 'empty'
  | 'component_mismatch'
  | 'limit_not_positive'
  | 'item_over_limit'
  | 'unknown_name'
  | 'plan_mismatch'
  | 'out_of_range'
  | 'not_contiguous'
  | 'out_of_order'
  | 'stopped'
  | 'system'
  | 'device'
  | 'out_of_memory';

/** A message, and where in the input it applies (1-based; 0 if it has no line or column). */
export interface TuplepackError {
  code: ErrorCode;
  message: string;
  line: number;
  column: number;
}

export type Result<T> = { value: T; error?: undefined } | { value?: undefined; error: TuplepackError };

/** The number of items of every size. Rows are strictly ascending; bin b has the sizes [b·k, (b+1)·k). */
export interface Histogram {
  /** k names */
  components: string[];
  /** bins × k */
  sizes: Float64Array;
  /** bins, each ≥ 1 */
  counts: Float64Array;
}

/** The histogram of a file, and whether its rows had counts; otherwise every row was one item. */
export interface FileHistogram extends Histogram {
  hasCounts: boolean;
  /** what was taken for granted, e.g. which columns were left out */
  notes: string[];
}

/** The rows of a file, in order. Without counts every row is one item. */
export interface Table {
  components: string[];
  /** rows × k */
  sizes: Float64Array;
  /** rows, or null */
  counts: Float64Array | null;
}

export interface ReadOptions {
  /** a name of `formats`; default `detect` */
  format?: string;
  /** names, or 1-based numbers, of the columns that hold sizes; default: all but the count */
  columns?: string[];
  /** default `count`; without such a column every row is one item */
  countColumn?: string;
  /** keys of JSON rows that hold lists; the length of the list is the size */
  lengthsOf?: string[];
}

/** A column of a file, by its first rows. */
export interface PreviewColumn {
  /** empty: the columns have no names and are referred to by number */
  name: string;
  /** what it is taken for by default: `sizes` and `counts` are read, others are left out */
  role: 'sizes' | 'counts' | 'unnamed' | 'ids' | 'flags' | 'text' | 'fractions';
  /** whether the values are integers */
  whole: boolean;
  /** whether the values are lists, whose lengths can be read with `lengthsOf` */
  lists: boolean;
}

/** The format and the columns of a file, by its first bytes. */
export interface Preview {
  /** a name of `formats` */
  format: string;
  /**
   * how rows are written: `fields` of CSV · `numbers`, `arrays` or `objects`, one per row · `columns`, one array each ·
   * `lengths`: the number of items of each length · `plan`: a plan file
   */
  form: 'fields' | 'numbers' | 'arrays' | 'objects' | 'columns' | 'lengths' | 'plan';
  /** of CSV; a space stands for blanks; null if not known */
  separator: string | null;
  /** none for `lengths` and `plan` */
  columns: PreviewColumn[];
  /** the index of the column that is read as the count by default, or null */
  count: number | null;
  /** the last column of rows that are JSON arrays: read as a size by default, but it may be meant as the count */
  possibleCount: number | null;
}

/** A column of a table that is stored column after column, such as Parquet, by its first rows. */
export interface SampledColumn {
  name: string;
  kind: 'whole' | 'decimal' | 'lists' | 'other';
  /** whether it is a field of a struct; default: no */
  nested?: boolean;
  /** its first values, or lengths of lists; null, the default: not all of them are sizes */
  first?: ArrayLike<number> | null;
}

/** The columns of such a table that are read by default. */
export interface LikelyColumns {
  /** names */
  sizes: string[];
  /** the column of the counts if it has another name than `countColumn`, or null */
  count: string | null;
  /** what was taken for granted; empty: nothing */
  note: string;
  /** whether the second of two columns may have the counts of the first, by their names and the order of their first values */
  mayBeHistogram: boolean;
}

/** Sums over all items, per component. */
export interface Stats {
  items: number;
  bins: number;
  totals: number[];
  smallest: number[];
  largest: number[];
  /** padding when every item is padded to the largest, as a share */
  padding: number[];
}

/** The capacity of a pack, and constraints on it. Empty or missing arrays mean no constraint. */
export interface Room {
  /** k, each ≥ 1 */
  limits: number[];
  /** k; what every item takes besides its size */
  perItem?: number[];
  /** k; every item, with that, is padded to a multiple of this */
  alignItem?: number[];
  /** k; the used part of a pack is padded to a multiple of this */
  alignTotal?: number[];
  /** k; room left free in every pack */
  reserve?: number[];
  /** slots left free in every pack */
  reserveItems?: number;
  // Options of bound, by tools/update_option_types.py:
  /** maximum number of items per pack (default: unlimited) */
  depth?: number;
  /** what to do with items over a limit: error, drop, truncate or split; default error */
  overlong?: string;
  // End of options.
}

/** Which algorithm packs. */
export interface MethodChoice {
  /** a name of `methods`; default `auto` */
  method?: string;
  /** default `product` */
  heuristic?: string;
  /** default depends on the method */
  distribute?: boolean;
  /** make exactly the choices of the published listings */
  paper?: boolean;
}

export interface PackRequest extends Room, MethodChoice {
  // Options of pack, by tools/update_option_types.py:
  /**
   * how long auto searches; quick: the fast methods; usual: up to 0.3 s of work, more for many different sizes of
   * several components; full: until the plan is proven optimal or `timeLimit` is reached (default: usual)
   */
  effort?: string;
  /** stop after this many seconds and return the best result so far; default 10 */
  timeLimit?: number;
  /** stop a search once the plan has at most `gap` percent more packs than the lower bound; default 0 */
  gap?: number;
  /**
   * add packs until their number is a multiple of `packsMultiple`: empty ones, unless `even` is set; they count in
   * packs and efficiency, but not in the gap; default 1
   */
  packsMultiple?: number;
  /**
   * put about the same number of items into every pack if that takes no more packs; for at most 131,072 items (default:
   * on with auto and optimal, from 2,048 items on)
   */
  spread?: boolean;
  /** fill all packs evenly, including those that `packsMultiple` adds, instead of filling each as much as possible */
  even?: boolean;
  // End of options.
  /** include the plan file in the result */
  json?: boolean;
}

export interface LowerBound {
  packs: number;
  /** a name of `boundMethods` */
  name: string;
  /** the component it is based on; null for a bound by the number of items */
  component: string | null;
  parameter: number;
}

export interface Metrics {
  /** padding packs included */
  packs: number;
  /** empty packs that make the number a multiple */
  paddingPacks: number;
  strategies: number;
  /** k: real size / (packs · limit) */
  efficiency: number[];
  /** k: the same relative to the largest pack built */
  tightEfficiency: number[];
  largestPack: number[];
  padding: number[];
  packingFactor: number;
  depthUsed: number;
}

/** The progress of a search. */
export interface Progress {
  /** the current step */
  step: string;
  /** of the last plan that came as `improved`; 0 if none yet */
  packs: number;
  /** no plan has fewer packs */
  bound: number;
  /** the best plan so far, if it is better than the last that came */
  improved: Packed | null;
}

/** A plan's strategies in CSR: strategy s has the runs [offsets[s], offsets[s+1]). */
export interface Plan {
  /** strategies + 1 */
  offsets: Float64Array;
  /** one per run: a bin of the packed histogram */
  bins: Uint32Array;
  /** one per run: how many items of that bin a pack holds */
  copies: Float64Array;
  /** strategies: how many packs are filled this way */
  repeats: Float64Array;
}

/** A plan, its input, and its quality. */
export interface Packed {
  /** as packed: truncated and aligned; the plan's bins are its bins */
  histogram: Histogram;
  items: number;
  /** k: the sizes that carry data */
  totals: number[];
  limits: number[];
  depth: number | null;
  /** the capacity left after reserve and alignment */
  room: number[];
  overlong: { items: number; lost: number[]; pieces: number };
  /** whether items were spread over the packs, by vector-balancing, after the method */
  spread: boolean;
  method: string;
  heuristic: string;
  distribute: boolean;
  paper: boolean;
  metrics: Metrics;
  bound: LowerBound;
  /** metrics.packs − metrics.paddingPacks − bound.packs */
  gap: number;
  /** whether the plan file holds a certificate of the bound, for `verify` */
  certified: boolean;
  plan: Plan;
  /** the plan file; null unless requested */
  json: string | null;
}

/** A plan without its strategies: a row of a comparison, or an update while a slider moves. */
export type PackedMetrics = Pick<
  Packed,
  'method' | 'heuristic' | 'distribute' | 'paper' | 'metrics' | 'bound' | 'gap'
>;

export interface EstimateRequest extends PackRequest {
  /** extra time of a packed step, 0.043 for 4.3 %; default: published for BERT at the depth of the plan */
  overhead?: number;
  // Options of estimate, by tools/update_option_types.py:
  /** compare on 1, 2, 4, … up to `devices` devices; default 2048 */
  devices?: number;
  /** items per device and step without packing; default 8 */
  batch?: number;
  /** Adam's β₁, to correct for packing; default 0.9 */
  beta1?: number;
  /** Adam's β₂, to correct for packing; default 0.999 */
  beta2?: number;
  /** component that determines the time of a step (default: the first) */
  component?: string;
  // End of options.
}

/** The speed-up over padding on this many devices. */
export interface ScalingPoint {
  devices: number;
  unpadded: number;
  /** the published curve of un-padding for BERT on Wikipedia */
  published: number;
}

/** The expected effect of packing, after Kosec, Fu, Krell 2021. */
export interface Estimate {
  /** the one given, or the published one */
  overhead: number;
  packingFactor: number;
  /** over padding every item to the largest, the same on any number of devices */
  speedup: number;
  /** without any padding or overhead */
  ceiling: number;
  /** over what is done without packing */
  speedupOver: {
    /** every item padded to the limit */
    limit: number;
    /** batches of `batch` random items, each padded to its longest: what most people do */
    random: number;
    /** the same of items sorted by size */
    sorted: number;
    /** packs that take items in random order until one does not fit */
    greedy: number;
  };
  /** the most that any plan can gain over batches of random items */
  ceilingOverRandom: number;
  /** 1, 2, 4, … devices */
  scaling: ScalingPoint[];
  /** the least number of devices for which packing beats un-padding; null: none on this curve */
  fasterFrom: number | null;
  optimizer: {
    effectiveBatch: number;
    packsForBatch: number;
    effectiveBatchOfThem: number;
    beta1: number;
    beta2: number;
  };
  /** sentences to show */
  advice: string[];
}

/** The limits first, first + step, … ≤ last. */
export interface Range {
  first: number;
  last: number;
  step?: number;
}

export interface SweepRequest extends MethodChoice, Omit<Room, 'limits'> {
  /** k */
  ranges: Range[];
  /** skip cells that a bound proves to be worse than the best */
  prune?: boolean;
  /** with `prune`: the harmonic mean of a cell packed elsewhere; those that cannot reach it are skipped too */
  atLeast?: number;
  /** with `auto`: pack the cells that may be the best by every quick method, and not only by the one for all; default true */
  refine?: boolean;
}

/** A grid of limits, row-major, the last component fastest. */
export interface Sweep {
  /** the method that packed all cells */
  method: string;
  /** cells: 0 infeasible · 1 pruned (the figures are bounds) · 2 packed */
  state: Uint8Array;
  /** cells: 1 where every quick method was tried */
  refined: Uint8Array;
  /** cells */
  packs: Float64Array;
  /** cells × k; NaN where infeasible */
  efficiency: Float64Array;
  /** cells; NaN where infeasible */
  harmonicMean: Float64Array;
  /** the best cell; null if none is feasible */
  best: number | null;
}

/** How long checking a certificate may take. */
export interface VerifyOptions {
  // Options of verify, by tools/update_option_types.py:
  /**
   * reject a certificate that takes more than `maxWork` steps to check, about a nanosecond each (0: no limit); default
   * 1000000000
   */
  maxWork?: number;
  /** stop checking the certificate after this many seconds; then nothing is proven (default: no limit) */
  timeLimit?: number;
  // End of options.
}

/** Does not support alignment, reserve and policies for overlong items. */
export interface SearchRequest extends Omit<Room, 'limits'> {
  /** `target`: the smallest limits that reach it · `best`: the most efficient · `pareto`: all that none cheaper reaches */
  goal: 'target' | 'best' | 'pareto';
  /** the efficiency to reach, 0 … 1 */
  target?: number;
  /** k; the cost of limits is Σ weight · limit; default: 1 each */
  weights?: number[];
  /** k; limits are multiples of these */
  multipleOf?: number[];
  /** k; default: from the largest sizes up to four times these */
  ranges?: Range[];
  // Options of search, by tools/update_option_types.py:
  /** rank limits by their least efficient component instead of the harmonic mean */
  perComponent?: boolean;
  /** stop after this many seconds and return the best result so far; default 10 */
  timeLimit?: number;
  // End of options.
}

/** Limits, and the best plan found for them. */
export interface LimitsFound {
  limits: number[];
  /** Σ weight · limit */
  cost: number;
  packs: number;
  /** no plan for these limits has fewer */
  bound: number;
  /** k */
  efficiency: number[];
  harmonicMean: number;
  /** the method of `pack` that gives such a plan */
  method: string;
}

export interface Found {
  /** in order of cost; one for `target` and `best`, none where the target cannot be reached */
  points: LimitsFound[];
  /**
   * the number of limits neither reached nor ruled out by a bound, at least one if the search was cut short; 0: the result
   * is proven
   */
  open: number;
  /** the number of limits to choose from */
  candidates: number;
  /** k: the limits to choose from, without those that some item exceeds; none if no limits are left */
  ranges: Required<Range>[];
  /** the best limits found, if none were found that reach the target */
  best: LimitsFound | null;
  /** no limits of the ranges have a higher efficiency; null without `best` */
  atMost: number | null;
}

export interface StreamRequest extends Room {
  /** a name of `streamPolicies`; default `look-ahead` */
  policy?: string;
  /** the most packs open, or items held back; default 1024 */
  held?: number;
  // Options of stream, by tools/update_option_types.py:
  /**
   * how long to plan a full buffer; quick: up to 20 µs per item; usual: like pack, up to 0.3 s each time; default quick
   */
  effort?: string;
  // End of options.
  /** a plan file to follow, for `guided` */
  guide?: string;
  /** number of items, drawn at random without replacement, at most all of them; default 100,000 */
  items?: number;
  seed?: number;
}

/** The result of online packing. */
export interface Streamed {
  items: number;
  packs: number;
  /** no plan for these items has fewer packs */
  bound: number;
  /** k */
  efficiency: number[];
}

export interface AssignOptions {
  // Options of assign, by tools/update_option_types.py:
  /**
   * order of the packs and of items of equal size: plan, input (as in the data), shuffle (random) or permute (random,
   * also by shards); default plan
   */
  order?: string;
  /** random seed of `order` shuffle and permute (default: 0) */
  seed?: number;
  // End of options.
  packsMultiple?: number;
  /** keep the size of each piece, for `lengths` */
  keepSizes?: boolean;
}

/** The items of each pack, in CSR: pack p holds items [offsets[p], offsets[p+1]). */
export interface Assignment {
  offsets: Float64Array;
  items: Int32Array;
  /** parallel to items: where a piece begins in its item; empty unless items were split */
  begins: Float64Array;
  /** k × pieces, component after component; empty unless keepSizes */
  sizes: Float64Array;
  /** items in no pack, ascending */
  dropped: Int32Array;
  /** packs that hold items; the rest are padding */
  packs: number;
}

/** The positions of the items of one pack, for one component of a given capacity. */
export interface Segments {
  /** capacity: 0 padding, 1 … K the item */
  segmentIds: Int32Array;
  /** capacity: 0, 1, 2, … within each item */
  positionIds: Int32Array;
  /** K + 1 */
  cuSeqlens: Int32Array;
}

/** Attention in a pack: a position attends to the positions of its own item. */
export interface MaskOptions {
  /** only to itself and earlier positions */
  causal?: boolean;
  /** what padding attends to: a name of `paddingPolicies`; default `self` */
  padding?: string;
}

export interface MethodRow {
  name: string;
  summary: string;
  usesHeuristic: boolean;
  usesDistribute: boolean;
  /** has a variant that makes exactly the choices of a published listing */
  published: boolean;
  /** may take long and stops at `timeLimit`; not part of `quick` */
  searches: boolean;
  /** `quick.wasm` has it, too; of those that do not search, it lacks `auto` and `vector-balancing` */
  quick: boolean;
}

export interface NamedRow {
  name: string;
  summary: string;
}

/** A command of the program. */
export interface CommandRow {
  name: string;
  /** what overviews list it under */
  group: string;
  summary: string;
  /** may be empty */
  example: string;
}

/** An option of the program, as its parser, help and reference read it. */
export interface OptionRow {
  /** without dashes; an operand's is what help calls it: `FILE` */
  name: string;
  /** `o` for `-o` */
  letter: string | null;
  /** `count`: a whole number · `counts`: several, separated by commas · `choice`, `choices`: of `choices` */
  kind: 'flag' | 'count' | 'counts' | 'decimal' | 'choice' | 'choices' | 'input-file' | 'output-file' | 'text';
  /** what help calls its value; null for flags and operands */
  value: string | null;
  /** its name in the requests of this package, `packsMultiple` for `packs-multiple`; null: see their types */
  key: string | null;
  /** null: none, or one that `help` states */
  default: string | null;
  help: string;
  /** the commands that have it; empty: all */
  commands: string[];
  /** bounds of `count`, `counts` and `decimal`; null: none */
  least: number | null;
  most: number | null;
  /** a number has to be greater than `least`, not equal to it */
  above: boolean;
  choices: string[] | null;
  required: boolean;
  /** may be given several times */
  repeats: boolean;
  /** positional: without dashes */
  operand: boolean;
  /** false: the playground lacks it, having what it does under another option */
  onPage: boolean;
}

export interface LoaderRequest extends Room {
  components: string[];
  /** the arrays of an assignment; default `packs.npz` */
  file?: string;
}

export interface Tuplepack {
  readonly version: string;
  readonly methods: MethodRow[];
  readonly boundMethods: NamedRow[];
  readonly loaderFrameworks: NamedRow[];
  readonly formats: string[];
  readonly orders: string[];
  readonly streamPolicies: string[];
  readonly overlongPolicies: string[];
  /** to nothing, to itself, or to all padding of its pack */
  readonly paddingPolicies: string[];
  readonly maxComponents: number;

  /** The program's commands, by group. */
  commands(): CommandRow[];

  /** The options of packing commands and tools. A name may come several times, for different commands. */
  options(): OptionRow[];

  /** Every heuristic without parameters, for these components; none if they are invalid. */
  heuristics(components: string[]): string[];

  /**
   * Detects the format and the columns of a file by its first bytes: about 64 KiB, or all bytes of a .npz archive. Errors
   * in the rows are left to `readHistogram`.
   * whole: whether these are all bytes; default true
   */
  preview(bytes: Uint8Array, whole?: boolean): Result<Preview>;

  /** Which columns of a table that is stored column after column are read where none are chosen; `columns`: all of it. */
  likelyColumns(columns: readonly SampledColumn[], options?: ReadOptions): Result<LikelyColumns>;

  /** Bytes to a histogram; memory grows with the number of distinct sizes. Also reads plan files. */
  readHistogram(bytes: Uint8Array, options?: ReadOptions): Result<FileHistogram>;

  /** Bytes to rows, in the order of the file. */
  readTable(bytes: Uint8Array, options?: ReadOptions): Result<Table>;

  /** Rows in any order to a histogram; equal sizes add up. Without counts every row is one item. */
  makeHistogram(components: string[], sizes: ArrayLike<number>, counts?: ArrayLike<number> | null): Result<Histogram>;

  stats(histogram: Histogram): Result<Stats>;

  /**
   * Computes a plan, a lower bound and metrics; the plan is checked before it is returned.
   * onProgress: called every few milliseconds of a search such as method `optimal`; return false to stop it with the
   * best plan so far.
   */
  pack(histogram: Histogram, request: PackRequest, onProgress?: (progress: Progress) => boolean): Result<Packed>;

  /**
   * The number of packs that the certificate in a plan file proves no plan can go under. A certificate that takes more
   * steps than allowed is an error, so that no file keeps a page busy.
   */
  verify(planJson: string | Uint8Array, options?: VerifyOptions): Result<number>;

  /** Packs, and estimates the effect on training. */
  estimate(histogram: Histogram, request: EstimateRequest): Result<Estimate>;

  /** The same without the strategies. */
  packMetrics(histogram: Histogram, request: PackRequest): Result<PackedMetrics>;

  /**
   * Every choice of method, heuristic and distribute that differs on k components: what `quick` tries. None if the
   * components are invalid.
   */
  combinations(components: string[], paper?: boolean): MethodChoice[];

  /** `packMetrics` of every combination, in the order of `combinations`. */
  compare(histogram: Histogram, room: Room & { paper?: boolean }): Result<PackedMetrics[]>;

  /** Every lower bound on the number of packs. */
  bounds(histogram: Histogram, room: Room): Result<LowerBound[]>;

  sweep(histogram: Histogram, request: SweepRequest): Result<Sweep>;

  /** Refines a sweep of the same request that was put together from parts; its cells may come in any state. */
  refineSweep(histogram: Histogram, request: SweepRequest, sweep: Sweep): Result<Sweep>;

  /**
   * Finds limits, over all packings.
   * onProgress: called every few milliseconds with the share of the time limit used; return false to stop with the
   * result so far.
   */
  search(histogram: Histogram, request: SearchRequest, onProgress?: (done: number) => boolean): Result<Found>;

  /** Packs the items of a histogram online, in random order. */
  stream(histogram: Histogram, request: StreamRequest): Result<Streamed>;

  /** Reads a plan file; metrics and bound are recomputed, and the plan is checked. */
  readPlan(json: string | Uint8Array): Result<Packed>;

  /** Assigns every item (items × k sizes, in the order of the data set) to a pack of a plan. */
  assign(sizes: ArrayLike<number>, planJson: string, options?: AssignOptions): Result<Assignment>;

  /** An assignment as a .npz archive, identical to the program's. */
  assignmentNpz(assignment: Assignment): Result<Uint8Array<ArrayBuffer>>;

  /** lengths: the sizes of the items of one pack; stride: each item begins at a multiple of this (default 1). */
  segments(lengths: ArrayLike<number>, capacity: number, stride?: number): Result<Segments>;

  /**
   * The attention mask of a pack with these segment ids (0 padding, otherwise in any order), [capacity, words] with
   * ⌈capacity / 32⌉ words per row: a row is a query, and key j is bit j % 32 (lowest first) of word ⌊j / 32⌋.
   */
  bitMask(segmentIds: ArrayLike<number>, options?: MaskOptions): Result<Uint32Array>;

  /**
   * The weight of each token's loss, 1 / (tokens of its item · items), 0 in padding: with these weights the loss of a batch
   * is the mean over items of the mean over their tokens, as without packing.
   * segmentIds: 0 also where a token has no loss; items: of the whole batch; default: those of this pack with a token.
   */
  tokenWeights(segmentIds: ArrayLike<number>, items?: number): Result<Float32Array>;

  /** Python that loads packs; framework: a name of `loaderFrameworks`. */
  loaderCode(framework: string, request: LoaderRequest): Result<string>;
}

export interface LoadOptions {
  /** the bytes of the module; default: the file tuplepack.wasm, temporal.wasm or graphs.wasm beside this one */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** or the same, compiled */
  wasmModule?: WebAssembly.Module;
}

/** Loads the module, in Node and in browsers. Rejects if it cannot be read, compiled or started. */
export function loadTuplepack(options?: LoadOptions): Promise<Tuplepack>;

/** The value of a result. Throws its error, as an Error with the fields of {@link TuplepackError}. */
export function valueOf<T>(result: Result<T>): T;
