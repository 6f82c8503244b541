/** Replaces state/siteOnlyOptions.ts in the element. */
import type { Option } from '../state/optionKinds';

export const siteOnlyOptions: readonly Option[] = [];
