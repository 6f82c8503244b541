/** What the build uses of lzma1; its own types are sources that stricter settings than its refuse. */
export function compress(data: Uint8Array, level: number): Int8Array;
