import { pathParams } from '@gurukul/contract/shared/calls/call';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { problemCode, problemOf } from '@gurukul/contract/shared/words/plain-problem';
import * as z from 'zod';
import { checkTree } from '../http/requests/body.ts';
import { addressOf } from './app.ts';
import type { WrongValue } from './wrong-values.ts';

export type Path = readonly (string | number)[];

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

const shapeOf = (call: Call): Shape =>
  z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Shape;

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  );

/** Every place of an input in the schema, the whole input first; of a list its first element. */
function places({ properties = {}, items, anyOf = [], oneOf = [] }: Shape, path: Path): Path[] {
  const inner = [
    ...Object.entries(properties).flatMap(([key, shape]) => places(shape, [...path, key])),
    ...(items === undefined ? [] : places(items, [...path, 0])),
    ...[...anyOf, ...oneOf].flatMap((shape) => places(shape, path)),
  ];
  return [path, ...inner];
}

const unique = (paths: readonly Path[]): Path[] => [
  ...new Map(paths.map((path) => [JSON.stringify(path), path])).values(),
];

const allPlaces = (call: Call): Path[] => unique(places(shapeOf(call), []));

const isReachable = (sample: unknown, path: Path): boolean => {
  const parent = valueAt(sample, path.slice(0, -1));
  return path.length === 0 || (typeof parent === 'object' && parent !== null);
};

/** The places of this sample where a wrong value can go. A read has no body that could be wrong as a whole. */
export const fieldsOf = (call: Call, sample: unknown): Path[] =>
  allPlaces(call).filter(
    (path) => isReachable(sample, path) && !(path.length === 0 && call.method === 'GET'),
  );

/** Places below a list or an object that the sample leaves out, so that nothing there would be tried. */
export const unreachable = (call: Call, sample: unknown): string[] =>
  allPlaces(call)
    .filter((path) => !isReachable(sample, path))
    .map((path) => path.join('.'));

/** The same as `encodeURIComponent`, with half a surrogate pair as the bytes that a careless program makes. */
const encode = (text: string) => text.split('%ED%A0%80').map(encodeURIComponent).join('%ED%A0%80');

/** The address of a call with everything outside the body. */
export function urlOf(call: Call, input: unknown): string {
  const path = addressOf(call, input);
  if (call.method !== 'GET') return path;
  const named = new Set(pathParams(call.path));
  const search = Object.entries(input ?? {})
    .filter(([key, value]) => !named.has(key) && value !== undefined && value !== null)
    .map(([key, value]) => `${encode(key)}=${encode(String(value))}`);
  return search.length === 0 ? path : `${path}?${search.join('&')}`;
}

interface Checked {
  /** The parsed input; null when the schema refuses it. */
  readonly parsed: { readonly input: unknown } | null;
  /** What the schema says of its fields. */
  readonly problems: readonly string[];
}

export interface WrongRequest extends Checked {
  readonly url: string;
  readonly payload: string;
}

const unreadable: Checked = { parsed: null, problems: [] };

const mark = '@@the wrong value@@';

function withMark(sample: unknown, path: Path): unknown {
  if (path.length === 0) return mark;
  const copy = structuredClone(sample);
  const parent = valueAt(copy, path.slice(0, -1));
  if (typeof parent === 'object' && parent !== null) Reflect.set(parent, path.at(-1)!, mark);
  return copy;
}

/** An address contains only text. */
const asText = ({ json }: WrongValue): string => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
};

/** The sample with a wrong value in one place. */
export function requestWith(call: Call, sample: object, path: Path, wrong: WrongValue): WrongRequest {
  const marked = withMark(sample, path);
  const params = pathParams(call.path);
  const isOutside = call.method === 'GET' || params.includes(String(path[0]));
  if (!isOutside) {
    const payload = JSON.stringify(marked).replace(JSON.stringify(mark), () => wrong.json);
    return { url: urlOf(call, sample), payload, ...parse(call, payload, params, sample) };
  }
  // Bytes that are no text appear in the address as written.
  const text = asText(wrong).replaceAll('\ud800', '%ED%A0%80');
  const url = urlOf(call, marked).replace(encode(mark), () => encode(text));
  const payload = JSON.stringify(sample);
  const outside = Object.fromEntries(
    Object.entries(marked as object)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value).replace(mark, () => text)]),
  );
  return { url, payload, ...check(call, call.method === 'GET' ? outside : { ...sample, ...outside }) };
}

function parse(call: Call, payload: string, params: readonly string[], sample: object): Checked {
  try {
    // A missing body counts as an empty one.
    const body: unknown = JSON.parse(payload) ?? {};
    const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
    const outside = Object.fromEntries(params.map((name) => [name, String(Reflect.get(sample, name))]));
    return check(call, isRecord ? { ...body, ...outside } : body);
  } catch {
    return unreadable;
  }
}

function check(call: Call, input: unknown): Checked {
  try {
    checkTree(input, call.limits?.elements);
  } catch {
    return unreadable;
  }
  const { data, error } = z.safeParse(call.input, input, { error: problemCode });
  if (error === undefined) return { parsed: { input: data }, problems: [] };
  return { parsed: null, problems: error.issues.map((issue) => problemOf(issue).message) };
}

const strangeKeys: ReadonlySet<string> = new Set(['@@proto@@', 'constructor', 'prototype']);

/** Every object of the sample with keys such as __proto__, and with undeclared ones. */
export const withStrangeKeys = (sample: object): string =>
  JSON.stringify(sample, (key, value: unknown) =>
    !strangeKeys.has(key) && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? {
          ...value,
          '@@proto@@': { polluted: true },
          constructor: { prototype: { polluted: 'polluted' } },
          mainrole: 'polluted',
        }
      : value,
  ).replaceAll('@@proto@@', '__proto__');

/** Every text, number and boolean in a value, at any depth. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'object') return Object.values(value ?? {}).flatMap(textsIn);
  return [String(value)];
};
