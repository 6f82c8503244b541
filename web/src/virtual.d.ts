/** Modules that the build makes (web/vite). */
declare module 'virtual:tuplepack-presets' {
  /** by the name of a file in tests/data, without its ending; a single-file build has the small ones only */
  export const presetFiles: Record<string, { url: string; text?: undefined } | { text: string; url?: undefined }>;
}

declare module 'virtual:tuplepack-wasm' {
  /** the bytes of a module of the core, unpacked anew by every call */
  export function unpack(): Uint8Array<ArrayBuffer>;
  /** of temporal.wasm; nothing where the build does not carry it */
  export function unpackTemporal(): Uint8Array<ArrayBuffer>;
}
