/**
 * The fields of an error that the log may contain besides its text. PostgreSQL adds the row itself, which is private.
 */
const facts = [
  'code',
  'constraint',
  'schema',
  'table',
  'column',
  'dataType',
  'routine',
  'syscall',
  'queue',
] as const;

const mostCauses = 5;

export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/** Never empty. Node's errors about an address with several IP numbers have a code and no text. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return `a thrown ${typeof error}, which is not shown`;
  for (const name of ['message', 'code', 'name']) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return `no text; fields: ${Object.keys(error).join(', ')}`;
}

interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack: string;
  readonly cause?: unknown;
}

/** An error, or the copy of one: pg-boss copies errors into plain objects. */
const isFailure = (error: unknown): error is Failure =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'stack' in error && typeof error.stack === 'string');

/**
 * An error as the log shows it, with the fields named above only. Errors of the driver contain the failing row
 * (`detail`), the statement and the connection, and a row of people contains a password hash.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!isFailure(error)) return { type: typeof error, message: messageOf(error), stack: '' };
  const known = facts.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  const hasCause = error.cause !== undefined && depth < mostCauses;
  return {
    type: typeof error.name === 'string' ? error.name : 'Error',
    message: messageOf(error),
    stack: error.stack ?? '',
    ...Object.fromEntries(known),
    ...(hasCause ? { cause: errorFacts(error.cause, depth + 1) } : {}),
  };
}
