import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** An absolute path from one relative to web/. */
export const path = (fromWeb: string) => fileURLToPath(new URL(`../${fromWeb}`, import.meta.url));

/** The npm package that the `wasm` preset builds. */
export const wasmPackage = path('../build/wasm/package');

const small = path('../build/wasm/element');

/** The same with fewer methods and calls, for the element; where it has not been built, the whole one. */
export const elementPackage = existsSync(small) ? small : wasmPackage;
