import { release } from '@gurukul/contract/shared/release';
import type { NamedCall } from '@gurukul/contract/index';
import type { Reach } from '@gurukul/contract/shared/calls/actions';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { isReplayable, pathParams, needsMainRole, reachOf } from '@gurukul/contract/shared/calls/call';
import { errors } from '@gurukul/contract/shared/words/errors';
import type { ErrorCode } from '@gurukul/contract/shared/words/errors';
import { messages } from '@gurukul/contract/shared/words/messages';
import { said } from '@gurukul/contract/shared/words/said';
import { portalRoles, roleLabels } from '@gurukul/contract/shared/calls/roles';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import * as z from 'zod';
import { methodsOf } from '../serve.ts';

/** The part of JSON Schema that the contract's schemas use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly additionalProperties?: Schema | boolean;
}

export interface CallReference {
  readonly name: string;
  readonly noun: string;
  readonly call: Call;
  readonly params: Readonly<Record<string, Schema>>;
  /** The body; for a GET, the query. */
  readonly input: Schema;
  readonly output: Schema;
}

const reachWords = (role: PortalRole, reach: Reach): string => {
  if (reach === 'any') return '';
  if (reach === 'self') return ': own account';
  return role === 'teacher' ? ': own classes' : ': own courses';
};

export function whoInWords(call: Call): string[] {
  if (call.who === 'anyone') return ['Anyone'];
  if (call.who === 'key') return [`Intake keys for ${call.scope}${call.signed === true ? ', signed' : ''}`];
  return portalRoles.flatMap((role) => {
    const reach = reachOf(call, role);
    if (reach === undefined) return [];
    const main = needsMainRole(call, role) ? ' by main role' : '';
    const why = role === 'courseadmin' && call.anyBecause !== undefined ? `: all. ${call.anyBecause}` : '';
    return [`${roleLabels[role]}${main}${reachWords(role, reach)}${why}`];
  });
}

/** Zod promises JSON Schema in general. Ours is the part described above. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const readSchema = (described: object) => described as Schema;

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return readSchema(described);
}

function without(schema: Schema, names: readonly string[]): Schema {
  if (schema.properties === undefined || names.length === 0) return schema;
  const isKept = ([key]: readonly [string, unknown]) => !names.includes(key);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties).filter(isKept)),
    required: (schema.required ?? []).filter((key) => !names.includes(key)),
  };
}

/** Adds the codes that the call's `message` may have; none where it is always `success`. */
function withCodes(schema: Schema, { says }: Pick<Call, 'says'>): Schema {
  const { properties, oneOf } = schema;
  if (oneOf !== undefined) return { ...schema, oneOf: oneOf.map((one) => withCodes(one, { says })) };
  if (properties?.['code'] === undefined) return schema;
  if (says === undefined) return without(schema, ['code', 'facts']);
  return { ...schema, properties: { ...properties, code: { type: 'string', enum: says } } };
}

export function describeCalls(calls: readonly NamedCall[]): CallReference[] {
  return calls.map(({ name, call }) => {
    const names = pathParams(call.path);
    const whole = schemaOf(call.input, 'input');
    return {
      name,
      noun: name.split('.', 1)[0] ?? name,
      call,
      params: Object.fromEntries(names.map((key) => [key, whole.properties?.[key] ?? {}])),
      input: without(whole, names),
      output: withCodes(schemaOf(call.output, 'output'), call),
    };
  });
}

const facts = schemaOf(z.record(z.string(), z.union([z.string(), z.number()])), 'output');
const problemSchema: Schema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    message: { type: 'string' },
    request_id: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errors) },
    facts,
    problems: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object', additionalProperties: { type: 'array', items: schemaOf(said, 'output') } },
  },
  required: ['status', 'message', 'request_id', 'code'],
};

/** Refusals by status. The texts of one status are alternatives. */
function refusals(codes: readonly ErrorCode[]): Record<string, unknown> {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      String(status),
      {
        description: some.map((code) => `${code}: ${errors[code].message}`).join(' / '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

export function refusalCodes(call: Call, hasParams: boolean): ErrorCode[] {
  const { who, sealed, stepUp, checks, withoutFactor } = call;
  return [
    'bad_input',
    ...(sealed === undefined ? [] : (['stale_seal'] as const)),
    ...(who === 'anyone' ? [] : (['not_signed_in', 'not_allowed'] as const)),
    ...(typeof who === 'object' && withoutFactor !== true ? (['factor_needed'] as const) : []),
    ...(stepUp === true ? (['step_up_needed'] as const) : []),
    ...(checks === undefined ? [] : (['changed_since_check'] as const)),
    ...(hasParams ? (['not_found'] as const) : []),
    ...(isReplayable(call) ? (['in_flight', 'key_reused'] as const) : []),
    'too_many',
    'internal',
    'busy',
  ];
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a request with its key answers again without doing it again, for 24 hours.',
  schema: { type: 'string', maxLength: 200 },
};

function securityOf({ who, signed }: Call): Record<string, string[]>[] {
  if (who === 'anyone') return [];
  if (who === 'key') return [signed === true ? { signature: [] } : { key: [] }];
  return [{ token: [] }];
}

const contentOf = ({ file }: Call, output: Schema) =>
  file === undefined
    ? { 'application/json': { schema: output } }
    : Object.fromEntries(file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

function operation({ name, noun, call, params, input, output }: CallReference, method: string): unknown {
  const isGet = method === 'GET';
  const query = isGet ? Object.entries(input.properties ?? {}) : [];
  const parameters = [
    ...Object.entries(params).map(([key, schema]) => ({ name: key, in: 'path', required: true, schema })),
    ...query.map(([key, schema]) => ({
      name: key,
      in: 'query',
      required: input.required?.includes(key) === true,
      schema,
    })),
    ...(isReplayable(call) ? [idempotencyHeader] : []),
  ];
  return {
    operationId: method === call.method ? name : `${name}.${method.toLowerCase()}`,
    tags: [noun],
    summary: call.summary,
    description: `May be called by: ${whoInWords(call).join('; ')}.`,
    security: securityOf(call),
    parameters,
    ...(isGet ? {} : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: {
      '200': {
        description: ['success', ...(call.says ?? []).map((code) => `${code}: ${messages[code]}`)].join(
          ' / ',
        ),
        content: contentOf(call, output),
      },
      ...refusals(refusalCodes(call, Object.keys(params).length > 0)),
    },
  };
}

export function openapiDocument(references: readonly CallReference[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const reference of references) {
    const entry = (paths[reference.call.path] ??= {});
    for (const method of methodsOf(reference.call))
      entry[method.toLowerCase()] = operation(reference, method);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gurukul',
      version: release,
      description: 'Staff portal of a religious-studies course provider.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(references.map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
        key: { type: 'http', scheme: 'bearer', description: 'An intake key.' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Gurukul-Signature',
          description:
            't=<seconds since 1970>,v1=<hex>: HMAC-SHA256 with the signing key over the seconds, a full stop and the body.',
        },
      },
    },
  };
}
