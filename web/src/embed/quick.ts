/** The element has the quick module only. */
import type { MethodRow } from 'tuplepack';

/** Nothing waits: what there is not, the core says. */
export const isQuick = () => true;

export const isTemporal = () => false;

export const availableMethods = (methods: MethodRow[]) => methods.filter(({ searches }) => !searches);
