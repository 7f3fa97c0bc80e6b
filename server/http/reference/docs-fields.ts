import type { Schema } from './openapi.ts';

export interface Field {
  readonly name: string;
  readonly depth: number;
  readonly type: string;
  readonly required: boolean;
}

const mostDepth = 5;

const alternatives = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [];
const itemOf = (schema: Schema): Schema | undefined =>
  schema.prefixItems?.[0] ?? (schema.items === false ? undefined : schema.items);

/** A type in a few words: `string`, `list of object`, `'a' or 'b'`. */
export function typeInWords(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const choices = alternatives(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeInWords))].join(' or ');
  if (schema.allOf !== undefined) return schema.allOf.map(typeInWords).join(' and ');
  if (schema.type === 'array') {
    const item = itemOf(schema);
    return item === undefined ? 'list' : `list of ${typeInWords(item)}`;
  }
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any value');
  if (schema.format !== undefined) return `${type} (${schema.format})`;
  if (type === 'string' && schema.maxLength !== undefined) return `string, at most ${schema.maxLength}`;
  return type;
}

/** The object inside lists and alternatives, so that its fields can be listed. */
function objectWithin(schema: Schema): Schema | null {
  if (schema.properties !== undefined) return schema;
  const inner = itemOf(schema);
  if (inner !== undefined) return objectWithin(inner);
  return (
    alternatives(schema)
      .map(objectWithin)
      .find((found) => found !== null) ?? null
  );
}

export function fieldsOf(schema: Schema, depth = 0): Field[] {
  const object = objectWithin(schema);
  if (object?.properties === undefined || depth >= mostDepth) return [];
  return Object.entries(object.properties).flatMap(([name, field]) => [
    { name, depth, type: typeInWords(field), required: object.required?.includes(name) === true },
    ...fieldsOf(field, depth + 1),
  ]);
}
