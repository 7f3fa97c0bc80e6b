/**
 * The fields of an error that the log may contain besides its text. PostgreSQL adds the row itself, which is private.
 */
const facts = ['code', 'constraint', 'schema', 'table', 'column', 'dataType', 'routine', 'syscall'] as const;

const mostCauses = 5;

export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/**
 * An error as the log shows it, with the fields named above only. Errors of the driver contain the failing row
 * (`detail`), the statement and the connection, and a row of people contains a password hash.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const known = facts.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  const hasCause = error.cause !== undefined && depth < mostCauses;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...Object.fromEntries(known),
    ...(hasCause ? { cause: errorFacts(error.cause, depth + 1) } : {}),
  };
}
