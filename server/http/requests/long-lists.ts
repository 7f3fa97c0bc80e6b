import { createHash } from 'node:crypto';
import * as z from 'zod';
import { mapInSlices, nextSlice } from '../../slices.ts';

const mostIssues = 50;

type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;
type Error = NonNullable<z.core.ParseContext<Issue>['error']>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The same as `z.safeParse` for values with long lists. It parses the rows in slices, then the rest. Errors in rows are
 * reported alone.
 */
export async function parseInSlices(
  schema: Schema,
  value: unknown,
  error?: Error,
): Promise<z.ZodSafeParseResult<unknown>> {
  const params = error === undefined ? {} : { error };
  const issues: Issue[] = [];

  const parseRow = (row: Schema, path: readonly PropertyKey[], given: unknown): unknown => {
    if (issues.length >= mostIssues) return given;
    const parsed = z.safeParse(row, given, params);
    if (parsed.success) return parsed.data;
    issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
    return given;
  };

  /** Returns the value with its rows parsed, and the schema of the rest. */
  const parseRows = async (
    part: Schema,
    given: unknown,
    path: readonly PropertyKey[],
  ): Promise<[Schema, unknown]> => {
    if (part instanceof z.ZodOptional && given !== undefined)
      return parseRows(part.def.innerType, given, path);
    if (part instanceof z.ZodPipe && part.def.in instanceof z.ZodTransform) {
      return parseRows(part.def.out, z.parse(part.def.in, given), path);
    }
    if (part instanceof z.ZodArray && Array.isArray(given)) {
      const rows = await mapInSlices(given, (row, index) =>
        parseRow(part.def.element, [...path, index], row),
      );
      return [part.clone({ ...part.def, element: z.unknown() }), rows];
    }
    if (part instanceof z.ZodObject && isRecord(given)) {
      const shape = { ...part.def.shape };
      const values = { ...given };
      for (const [key, inner] of Object.entries(shape)) {
        if (key in given) [shape[key], values[key]] = await parseRows(inner, given[key], [...path, key]);
      }
      return [part.clone({ ...part.def, shape }), values];
    }
    return [part, given];
  };

  const [around, rowsParsed] = await parseRows(schema, value, []);
  if (issues.length > 0) return { success: false, error: new z.ZodError(issues) };
  await nextSlice();
  return z.safeParse(around, rowsParsed, params);
}

/** Writes what `JSON.stringify` says of a plain value piece by piece, with lists in slices. */
async function writeInSlices(value: unknown, write: (text: string) => void): Promise<void> {
  if (Array.isArray(value)) {
    write('[');
    await mapInSlices(value, (row, index) =>
      write(`${index === 0 ? '' : ','}${JSON.stringify(row) ?? 'null'}`),
    );
    write(']');
    return;
  }
  if (!isRecord(value)) {
    write(JSON.stringify(value));
    return;
  }
  let before = '{';
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    write(`${before}${JSON.stringify(key)}:`);
    await writeInSlices(inner, write);
    before = ',';
  }
  write(before === '{' ? '{}' : '}');
}

const pieceLength = 64 * 1024;

/**
 * The JSON of a plain value, with lists in slices. A long one consists of bytes: as one text it would be copied twice,
 * which keeps everybody waiting.
 */
export async function bodyInSlices(value: unknown): Promise<string | Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  await writeInSlices(value, (more) => {
    text += more;
    if (text.length < pieceLength) return;
    pieces.push(Buffer.from(text));
    text = '';
  });
  return pieces.length === 0 ? text : Buffer.concat([...pieces, Buffer.from(text)]);
}

/** SHA-256 of the JSON. */
export async function hashInSlices(value: unknown): Promise<Buffer> {
  const sum = createHash('sha256');
  await writeInSlices(value, (text) => void sum.update(text));
  return sum.digest();
}
