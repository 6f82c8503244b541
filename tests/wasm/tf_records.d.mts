/** A record of a TFRecord file. */
export function record(data: Uint8Array): Buffer<ArrayBuffer>;
/** A tf.Example: integers, strings or floats. */
export function example(features: Record<string, readonly number[] | readonly string[] | Float32Array>): Buffer<ArrayBuffer>;
/** A GraphTensor of papers, authors and edges from authors to papers, as many as given. */
export function graph(papers: number, authors: number, writes: number): Buffer<ArrayBuffer>;
