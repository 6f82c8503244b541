/** Errors in what was given: thrown on the page and in the workers, values between them and in the core. */
import type { ErrorCode, Result, TuplepackError } from 'tuplepack';

/** Why something that was given cannot be used. Line and column are 1-based, 0 if there is none. */
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
export function refused(cause: unknown): { error: TuplepackError } {
  if (!(cause instanceof Refused)) throw cause;
  const { message, code, line, column } = cause;
  return { error: { code, message, line, column } };
}

/** Throws the error of a Result, which names the file if that is one of several. */
export function valueOrThrow<T>({ value, error }: Result<T>, file = ''): T {
  if (!error) return value;
  const { message, code, line, column } = error;
  throw new Refused(file === '' ? message : `${file}: ${message}`, code, line, column);
}

export function resultOf<T>(given: Promise<T>): Promise<Result<T>> {
  return given.then((value) => ({ value }), refused);
}

/** An error with its place. */
export function placed({ line, column, message }: Pick<TuplepackError, 'line' | 'column' | 'message'>): string {
  const place = [line > 0 && `line ${line}`, column > 0 && `column ${column}`].filter(Boolean).join(', ');
  return place === '' ? message : `${place}: ${message}`;
}
