import type { Call } from '@gurukul/contract/shared/call';
import type { PortalRole, Role } from '@gurukul/contract/shared/roles';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { IntakeKeyHolder } from './intake-keys.ts';
import type { SealingKey } from './sealing.ts';
import type { StreamedJson } from './streamed.ts';
import type { Storage } from '../storage/storage.ts';

/** The signed-in person as this session acts. */
export interface Person {
  readonly id: number;
  /** The active role: what rights follow from. */
  readonly role: PortalRole;
  readonly mainRole: Role;
  readonly asRole: PortalRole | null;
  readonly sessionId: number;
  readonly fullname: string;
}

/** What every handler may need besides its input. */
export interface Ctx {
  /** Calls that change data: the one transaction of this call. Others: the pool. */
  readonly db: Db;
  /**
   * For the few things that must outlive a refusal, such as counters of failures. In calls that change data these are
   * connections of their own: a full pool must not wait for itself.
   */
  readonly pool: pg.Pool;
  /** Reading it in a call for anyone is a fault and throws. */
  readonly person: Person;
  /** Of a call for machines; reading it in any other is a fault and throws. */
  readonly intakeKey: IntakeKeyHolder;
  readonly config: Config;
  readonly files: Storage;
  /** Letters go out when the transaction they were asked for in has been committed. */
  readonly mail: Mailer;
  /** Passwords arrive opened; this is for handing out the public half. */
  readonly sealing: SealingKey;
  readonly log: FastifyBaseLogger;
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Calls declared `streamed` answer with StreamedJson, and no others. */
export type Handler<C extends Call> = (
  input: z.output<C['input']>,
  ctx: Ctx,
) => Promise<z.input<C['output']> | StreamedJson>;

/** Handlers of one noun's calls; a call without one answers 501. */
export type Handlers<A extends Record<string, Call>> = { readonly [K in keyof A]?: Handler<A[K]> };
