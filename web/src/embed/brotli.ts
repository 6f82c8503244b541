/** Replaces the Brotli decoder of the Parquet reader in the element. */
export function decompressBrotli(): never {
  throw new Error('Brotli is not supported');
}
