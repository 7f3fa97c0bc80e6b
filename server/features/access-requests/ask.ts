import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { PersonValues } from '#server/db/person.ts';
import { run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { count, day } from '../../http/limits/counters.ts';

/** A request to add a person out of the asker's reach. */
export interface Wish {
  readonly courseId: number;
  readonly classId: number | null;
  /** Null: for the course itself. */
  readonly eventId: number | null;
  readonly email: string;
  readonly fullname: string;
  /** The student to add when nobody of that name has the address then; null: nobody is added. `answers` to own questions, and what was agreed to, are JSON. */
  readonly details:
    | (PersonValues & {
        readonly answers?: string;
        readonly consent?: string;
        readonly consents?: string;
        readonly level_reason?: string;
      })
    | null;
}

/** The asker: a person, or a machine with its key. */
export type Asker = { readonly personId: number } | { readonly intakeKeyId: number };

/** Counts a person's requests per day, outside the transaction. Throws 429 beyond the limit. */
export async function countWishes({ pool, person, config }: Ctx, wishes: number): Promise<void> {
  const asked = await count(pool, { key: `ask:${person.id}`, seconds: day }, wishes);
  if (asked > config.limits.requestsToAdminsPerDay) throw fail('too_many');
}

/** Adds requests for an account admin to decide. A request that waits already is not added twice. */
export const askFor = (tx: Db, asker: Asker, wishes: readonly Wish[]): Promise<number> =>
  run(
    tx,
    sql`
      insert into access_requests (course_id, class_id, event_id, email_id, fullname, details, asked_by, intake_key_id)
      select w.course_id, w.class_id, w.event_id, w.email_id, w.fullname, w.details::jsonb,
        ${'personId' in asker ? asker.personId : null}::bigint,
        ${'intakeKeyId' in asker ? asker.intakeKeyId : null}::bigint
      from unnest(
        ${wishes.map(({ courseId }) => courseId)}::bigint[],
        ${wishes.map(({ classId }) => classId)}::bigint[],
        ${wishes.map(({ eventId }) => eventId)}::bigint[],
        ${wishes.map(({ email }) => email)}::text[],
        ${wishes.map(({ fullname }) => fullname)}::text[],
        ${wishes.map(({ details }) => (details === null ? null : JSON.stringify(details)))}::text[]
      ) with ordinality as w (course_id, class_id, event_id, email_id, fullname, details, position)
      order by w.position
      on conflict (course_id, (coalesce(event_id, 0)), (lower(email_id)), (lower(fullname))) where decided_at is null
        do nothing
    `,
  );
