/** In place of state/beyondOptions.ts: nothing that the element has not. */
import type { Option } from '../state/optionKinds';

export const beyondOptions: readonly Option[] = [];
