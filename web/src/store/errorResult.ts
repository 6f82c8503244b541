import type { ErrorCode, TuplepackError } from 'tuplepack';

/** An error as a Result; line and column are 1-based, 0 if there is none. */
export function errorResult(code: ErrorCode, message: string, line = 0, column = 0): { error: TuplepackError } {
  return { error: { code, message, line, column } };
}
