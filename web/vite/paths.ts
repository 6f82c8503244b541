import { fileURLToPath } from 'node:url';

/** An absolute path from one relative to web/. */
export const path = (fromWeb: string) => fileURLToPath(new URL(`../${fromWeb}`, import.meta.url));

/** The npm package that the `wasm` preset builds. */
export const wasmPackage = path('../build/wasm/package');
