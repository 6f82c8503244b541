import type { ErrorCode, Result, TuplepackError } from 'tuplepack';

/** An error as a Result; line and column are 1-based, 0 if there is none. */
export function errorResult(code: ErrorCode, message: string, line = 0, column = 0): { error: TuplepackError } {
  return { error: { code, message, line, column } };
}

/** An error with its place. */
export function placed({ line, column, message }: Pick<TuplepackError, 'line' | 'column' | 'message'>): string {
  const place = [line > 0 && `line ${line}`, column > 0 && `column ${column}`].filter(Boolean).join(', ');
  return place === '' ? message : `${place}: ${message}`;
}

/** Why something that was given cannot be used. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: ErrorCode = 'malformed',
    readonly line = 0,
    readonly column = 0,
  ) {
    super(message);
  }
}

/** A Refused as a Result; throws any other exception again, such as the end asked for by a signal. */
export function refused(error: unknown): { error: TuplepackError } {
  if (!(error instanceof Refused)) throw error;
  return errorResult(error.code, error.message, error.line, error.column);
}

/** Throws the error of a Result. */
export function valueOrThrow<T>({ value, error }: Result<T>): T {
  if (error) throw new Refused(error.message, error.code, error.line, error.column);
  return value;
}

export function resultOf<T>(given: Promise<T>): Promise<Result<T>> {
  return given.then((value) => ({ value }), refused);
}
