/** Replaces engine/quick.ts: the element only has the quick module. */
import type { MethodRow } from 'tuplepack';

/** No call waits for another module: the core reports what it lacks. */
export const isQuick = () => true;

export const isTemporal = () => false;

export const availableMethods = (methods: MethodRow[]) => methods.filter(({ searches }) => !searches);
