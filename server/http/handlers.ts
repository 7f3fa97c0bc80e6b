import type { Call } from '@gurukul/contract/shared/calls/call';
import type { PortalRole, Role } from '@gurukul/contract/shared/calls/roles';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import type { Mailer } from '../channels/mail/mailer.ts';
import type { Pusher } from '../channels/push/pusher.ts';
import type { IntakeKeyHolder } from './identity/intake-keys.ts';
import type { KnownProvider } from '../provider/known-provider.ts';
import type { SealingKey } from './requests/sealing.ts';
import type { StreamedJson } from './answers/streamed.ts';
import type { Storage } from '../storage/storage.ts';

/** The signed-in person, in the role of this session. */
export interface Person {
  readonly id: number;
  /** The active role. Rights follow from it. */
  readonly role: PortalRole;
  readonly mainRole: Role;
  readonly asRole: PortalRole | null;
  readonly sessionId: number;
  readonly fullname: string;
  /** The session has proved itself within the last minutes; see `stepUp` of a call. */
  readonly isProved: boolean;
  /** Their role needs a second factor, and they have none yet; see `withoutFactor` of a call. */
  readonly lacksFactor: boolean;
}

/** The things that a handler may need besides its input. */
export interface Ctx {
  /** In calls that change data, the one transaction of this call. In other calls, the pool. */
  readonly db: Db;
  /**
   * For the few things that must outlive a refusal, such as counters of failures. Calls that change data get
   * connections of a second pool, so that a full pool does not wait for itself.
   */
  readonly pool: pg.Pool;
  /** Throws in a call for anyone, because there is no person. */
  readonly person: Person;
  /** Throws in calls that are not for machines. */
  readonly intakeKey: IntakeKeyHolder;
  readonly config: Config;
  readonly files: Storage;
  /** Mails go out after the transaction that asked for them has committed. */
  readonly mail: Mailer;
  /** Tells people on their devices after the transaction that asked for it has committed. */
  readonly push: Pusher;
  /** The provider's own settings. */
  readonly provider: KnownProvider;
  /** Hands out the public key. Passwords reach the handler decrypted. */
  readonly sealing: SealingKey;
  readonly log: FastifyBaseLogger;
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Only calls declared `streamed` answer with StreamedJson. */
export type Handler<C extends Call> = (
  input: z.output<C['input']>,
  ctx: Ctx,
) => Promise<z.input<C['output']> | StreamedJson>;

/** Handlers of one noun's calls, one for each. */
export type Handlers<A extends Record<string, Call>> = { readonly [K in keyof A]: Handler<A[K]> };

// A handler gets exactly what its own call's schema parsed. The compiler cannot follow this through a list of calls.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyHandler = Handler<any>;

export interface ServedCall {
  /** 'noun.call' */
  readonly name: string;
  readonly call: Call;
  readonly handler: AnyHandler;
}

/** The calls of a noun with their handlers, in the contract's order. */
export const served = <A extends Readonly<Record<string, Call>>>(
  noun: string,
  declared: A,
  handlers: Handlers<A>,
): ServedCall[] =>
  Object.entries(declared).map(([key, call]) => ({ name: `${noun}.${key}`, call, handler: handlers[key]! }));
