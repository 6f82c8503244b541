/** In place of state/siteOnlyOptions.ts: nothing that the element has not. */
import type { Option } from '../state/optionKinds';

export const siteOnlyOptions: readonly Option[] = [];
