import type { z } from 'zod';
import { actions } from './actions.ts';
import type { ActionName, Reach, Reaches } from './actions.ts';
import type { IntakeScope } from './intake-scopes.ts';
import type { MessageCode, PlainErrorCode } from '../words/messages.ts';
import type { PortalRole } from './roles.ts';
import type { SecurityKind } from './security-kinds.ts';

/** Who may make a call. `anyone` needs no token. `key` is a machine with an intake key of the call's `scope`. */
export type Who = 'anyone' | 'key' | Reaches;

/** The action that a call belongs to says who may make it. A call of roles that is no part of one says why. */
type Callers =
  | { readonly action: ActionName; readonly who?: undefined }
  | { readonly action?: undefined; readonly who: 'anyone' | 'key' }
  | { readonly action?: undefined; readonly who: Reaches; readonly noAction: string };

/** What an undo does with the subject of the change: it selects the sentences before and after. */
export type UndoKind =
  | 'added'
  | 'association'
  | 'canceled'
  | 'changed'
  | 'decided'
  | 'imported'
  | 'mappings'
  | 'marked'
  | 'meeting'
  | 'merged'
  | 'moved'
  | 'registered'
  | 'removed'
  | 'returned'
  | 'teacher';

export interface CallOptions {
  /** One line for the API reference. */
  readonly summary: string;
  /** The reason why a course admin reaches every row with it. With `courseadmin: 'any'` only. */
  readonly anyBecause?: string;
  /**
   * Only for those whose main role it is, since people give themselves the second one. A text: the boolean field of
   * the input with which the call writes something that all share. See `needsMainRole`.
   */
  readonly mainRole?: true | string;
  /** The scope that the intake key needs. With `who: 'key'` only. */
  readonly scope?: IntakeScope;
  /** The intake key is not sent: the body is signed with its signing key, and the path's `key_id` identifies it. */
  readonly signed?: boolean;
  /** Input fields that name the caller: absent, or equal to the signed-in person, else 403. */
  readonly actor?: readonly string[];
  /** Actor fields in which an account admin may name somebody else. */
  readonly onBehalf?: readonly string[];
  /** The input field with the owner of the account or rows. With reach `self` any other id is a 404. */
  readonly subject?: string;
  /**
   * Password fields. They may arrive sealed to the server's key and are decrypted before any check. No answer to such a
   * request is stored for a retry.
   */
  readonly sealed?: readonly string[];
  /** Codes that `message` may have besides `success`, also for problems of fields. */
  readonly says?: readonly MessageCode[];
  /**
   * The code of the answer when a field of the input is wrong. With several wrong fields, the first one named here
   * counts.
   */
  readonly fieldSays?: Readonly<Record<string, PlainErrorCode>>;
  /** The code of the 403 for a role that may not call; `not_allowed` when absent. */
  readonly refusal?: PlainErrorCode;
  /** The call writes: it runs in one transaction with audit, and accepts an Idempotency-Key. */
  readonly changes?: boolean;
  /**
   * The change can be undone for 30 days (audit.undo_change). The answer's header `change-id` names it, so that its
   * author can undo it at once.
   */
  readonly undo?: UndoKind;
  /** The bin does not list the change, which would bury the deletions. */
  readonly unbinned?: true;
  /**
   * It carries out what the named call of its noun showed (itself, with `preview`), and `digest` says what that was. If it
   * would do something else by now, the answer is 409 with the code `changed_since_check` and the new `preview`.
   */
  readonly checks?: string;
  /**
   * The entry in the security log. A change has it in its own transaction when it succeeds; the audit trail has what
   * changed. A read of a student's file has it when an account admin reads. `about`: the input field with the person. A
   * call whose entry depends on more than its name records it itself.
   */
  readonly log?: { readonly kind: SecurityKind; readonly about?: string };
  /**
   * The session must have proved itself within the last minutes: by signing in, or by `passkeys.prove`. Otherwise 403
   * with the code `step_up_needed`.
   */
  readonly stepUp?: boolean;
  /**
   * Also for somebody whose role needs a second factor and who has none yet: the call is needed to add one. Every other
   * call answers 403 with the code `factor_needed`. Such a person reaches only their own account with it.
   */
  readonly withoutFactor?: boolean;
  /** The answer contains a token or grant, so it is never stored for a retry. */
  readonly secret?: boolean;
  /**
   * Also answers POST on the same path, which the portal uses. This is for the three event calls that change data by
   * GET, and for lists with a search, so that typed texts are in no address.
   */
  readonly alsoPost?: boolean;
  /** The answer is a file of one of these types, streamed; `output` is `fileAnswer`. */
  readonly file?: readonly string[];
  /**
   * The answer may be too long for memory: JSON of the shape of `output`, streamed. Reads only. A test of the noun
   * checks the streamed text against the schema.
   */
  readonly streamed?: boolean;
  /** Limits of the body where the usual ones (1 MB, 5,000 elements) are too small. */
  readonly limits?: { readonly bytes: number; readonly elements: number };
  /** The rows of `data` are of people, though no field of them says so. The meter of what leaves counts them. */
  readonly namesPeople?: boolean;
  /** The cost in ordinary calls, counted against a session's budget per minute; see `costOf`. */
  readonly cost?: number;
  /** Not part of the original contract: added by the portal. */
  readonly additive?: boolean;
}

export interface Call<
  I extends z.core.$ZodType = z.core.$ZodType,
  O extends z.core.$ZodType = z.core.$ZodType,
> extends CallOptions {
  readonly who: Who;
  readonly action?: ActionName | undefined;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path below the API root. `{name}` segments become input fields of that name. */
  readonly path: `/${string}`;
  readonly input: I;
  readonly output: O;
}

export type CallInput<C extends Call> = z.input<C['input']>;
export type CallOutput<C extends Call> = z.output<C['output']>;

/** A call that answers what a file would do. */
export type PreviewCall<I, P> = Call<z.core.$ZodType<unknown, I>, z.core.$ZodType<{ data: P }>>;

/** The role's reach with a call; undefined when it may not make it. */
export const reachOf = ({ who }: Call, role: PortalRole): Reach | undefined =>
  typeof who === 'string' ? undefined : who[role];

/**
 * Says whether somebody in this role needs it as their main role: to reach every row of the provider, or to write what
 * people of other courses use. Without an input it answers for all inputs.
 */
export const needsMainRole = (call: Call, role: PortalRole, input?: unknown): boolean => {
  if (role === 'admin') return false;
  const { mainRole } = call;
  if (typeof mainRole !== 'string') return mainRole === true || reachOf(call, role) === 'any';
  return typeof input === 'object' && input !== null && Reflect.get(input, mainRole) === true;
};

/** Says whether a retry with the same Idempotency-Key gets the first answer. */
export const isReplayable = ({ changes, secret, sealed, who }: Call): boolean =>
  changes === true && secret !== true && sealed === undefined && who !== 'anyone';

const costly = 10;
/** The cost of a call with formatted text, which must be cleaned. */
export const formattedCost = 5;

/** The cost of a call, where an ordinary one costs 1. Files, streamed answers and long bodies keep a processor busy. */
export const costOf = ({ cost, file, streamed, limits }: Call): number =>
  cost ?? (file !== undefined || streamed === true || limits !== undefined ? costly : 1);

/** A person may run only few of these at once. */
export const isCostly = (call: Call): boolean => costOf(call) >= costly;

const isMethod = (text: string): text is Call['method'] => /^(GET|POST|PUT)$/.test(text);
const isPath = (text: string): text is Call['path'] => /^\/[^/]/.test(text);

/** Declares one call: its path, its callers, its input and its output. Its type tells whether it changes data. */
export function call<I extends z.core.$ZodType, O extends z.core.$ZodType, const Options extends CallOptions>(
  route: `${Call['method']} /${string}`,
  options: Options & Callers,
  input: I,
  output: O,
): Call<I, O> & Pick<Options, keyof Options & ('changes' | 'undo' | 'unbinned')> {
  const [method = '', path = ''] = route.split(' ');
  if (!isMethod(method) || !isPath(path)) throw new Error(`Not a route: ${route}`);
  const { action, who }: Callers = options;
  return {
    ...options,
    action,
    who: action === undefined ? who : actions[action],
    method,
    path,
    input,
    output,
  };
}

/** The names of the `{…}` segments of a path, in order. */
export const pathParams = (path: string): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
