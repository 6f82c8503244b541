import type { Result } from 'tuplepack';
import { errorResult } from '../store/errorResult';

/** Its message says why data cannot be had. */
export class Unreadable extends Error {}

/** What `read` gives, or why it cannot; any other exception, such as the end asked for by a signal, passes. */
export async function readOrRefuse<T>(read: () => Promise<T>): Promise<Result<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof Unreadable) return errorResult('unsupported', error.message);
    throw error;
  }
}
