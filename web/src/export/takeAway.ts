/** What the core makes of the plan on the screen, for other programs. Rejects with an Error whose message is for the reader. */
export interface TakeAway {
  /** the plan file that the program writes, byte for byte */
  planJson(signal: AbortSignal): Promise<string>;
  /** who sits where, for data whose rows are single items */
  assignmentNpz(order: string, seed: number, signal: AbortSignal): Promise<Uint8Array>;
  /** Python that loads packs; framework: a name of the core's `loaderFrameworks` */
  loaderCode(framework: string): Promise<string>;
}
