import type { z } from 'zod';
import type { IntakeScope } from './intake-scopes.ts';
import type { MessageCode, PlainErrorCode } from './messages.ts';
import type { PortalRole } from './roles.ts';

/**
 * How far a role reaches with a call:
 * `any` every row of the provider; `own` rows of the courses a course admin owns or of the classes a teacher
 * teaches; `self` the signed-in person's own account or rows.
 */
export const reaches = ['any', 'own', 'self'] as const;
export type Reach = (typeof reaches)[number];

/**
 * Who may make a call. A role that is absent is refused with 403; `anyone` needs no token; `key` is no person but a
 * machine with an intake key of the call's `scope`.
 */
export type Who = 'anyone' | 'key' | Readonly<Partial<Record<PortalRole, Reach>>>;

export interface CallOptions {
  /** One line for the API reference. */
  readonly summary: string;
  readonly who: Who;
  /** Why a course admin reaches every row with it, and not the own ones alone. With `courseadmin: 'any'` only. */
  readonly anyBecause?: string;
  /** What the intake key must be for. With `who: 'key'` only. */
  readonly scope?: IntakeScope;
  /** The intake key does not travel: the body is signed with its signing key, and the path's `key_id` says whose. */
  readonly signed?: boolean;
  /** Input fields that name the caller: absent, or equal to the signed-in person, else 403. */
  readonly actor?: readonly string[];
  /** Actor fields for every role but the account admin, who may name somebody else there. */
  readonly onBehalf?: readonly string[];
  /** The input field that says whose account or rows these are: with reach `self` anybody else's id is a 404. */
  readonly subject?: string;
  /**
   * Passwords: may arrive sealed to the server's key and are opened before anything else looks at them. Nothing made
   * from such a request is kept for replay.
   */
  readonly sealed?: readonly string[];
  /** Codes of what the answer may say besides `success`; also of problems of fields that its `message` says. */
  readonly says?: readonly MessageCode[];
  /** What is said when a field of the input is not right; with several of them the one named first here. */
  readonly fieldSays?: Readonly<Record<string, PlainErrorCode>>;
  /** Code of the 403 for a role that may not call; `not_allowed` when absent. */
  readonly refusal?: PlainErrorCode;
  /** Writes: runs in one transaction with audit, and honours Idempotency-Key. */
  readonly changes?: boolean;
  /**
   * Can be taken back for 30 days (audit.undo_change). The answer names the change in the header `change-id`, so that
   * whoever did it can do so at once.
   */
  readonly undoable?: boolean;
  /** The answer carries a token or grant: it is never kept for replay. */
  readonly secret?: boolean;
  /**
   * Also answers POST on the same path, which the portal uses: the three event calls that change data by GET, and the
   * lists in which people search, since what they type stands in no address then.
   */
  readonly alsoPost?: boolean;
  /** The answer is a file of one of these types, sent as it is made; `output` is `fileAnswer`. */
  readonly file?: readonly string[];
  /**
   * The answer may be too long to lie in memory as a whole: it is JSON of the shape of `output`, sent while it is made.
   * Reads only; a test of the noun holds what is sent to the schema.
   */
  readonly streamed?: boolean;
  /** Body bounds where the usual ones (1 MB, 5,000 elements) are too small. */
  readonly limits?: { readonly bytes: number; readonly elements: number };
  /** How many ordinary calls it weighs against what a session may do in a minute; see `costOf`. */
  readonly cost?: number;
  /** Not part of the original contract; added by the portal. */
  readonly additive?: boolean;
}

export interface Call<
  I extends z.core.$ZodType = z.core.$ZodType,
  O extends z.core.$ZodType = z.core.$ZodType,
> extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path below the API root; `{name}` segments arrive in the input under that name. */
  readonly path: `/${string}`;
  readonly input: I;
  readonly output: O;
}

export type CallInput<C extends Call> = z.input<C['input']>;
export type CallOutput<C extends Call> = z.output<C['output']>;

/** How far a role reaches with a call; undefined when it may not make it. */
export const reachOf = ({ who }: Call, role: PortalRole): Reach | undefined =>
  typeof who === 'string' ? undefined : who[role];

/** Whether an Idempotency-Key makes a repeated request get the first one's answer. */
export const isReplayable = ({ changes, secret, sealed, who }: Call): boolean =>
  changes === true && secret !== true && sealed === undefined && who !== 'anyone';

const costly = 10;
/** Of a call that takes formatted text, which is cleaned. */
export const formattedCost = 5;

/** What a call weighs where an ordinary one weighs 1: files, streamed answers and long bodies keep a processor busy. */
export const costOf = ({ cost, file, streamed, limits }: Call): number =>
  cost ?? (file !== undefined || streamed === true || limits !== undefined ? costly : 1);

/** Of these a person has few at once. */
export const isCostly = (call: Call): boolean => costOf(call) >= costly;

const isMethod = (text: string): text is Call['method'] => /^(GET|POST|PUT)$/.test(text);
const isPath = (text: string): text is Call['path'] => /^\/[^/]/.test(text);

/** Declares one call: where it lives, who may make it, what goes in and what comes out. */
export function call<I extends z.core.$ZodType, O extends z.core.$ZodType>(
  route: `${Call['method']} /${string}`,
  options: CallOptions,
  input: I,
  output: O,
): Call<I, O> {
  const [method = '', path = ''] = route.split(' ');
  if (!isMethod(method) || !isPath(path)) throw new Error(`Not a route: ${route}`);
  return { ...options, method, path, input, output };
}

/** Names of the `{…}` segments of a path, in order. */
export const pathParams = (path: string): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
