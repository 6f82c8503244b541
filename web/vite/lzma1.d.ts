/** The part of lzma1 that the build uses; its own types do not compile with our stricter settings. */
export function compress(data: Uint8Array, level: number): Int8Array;
