import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, bytes, int, list, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, maybeOne, run } from '#server/db/rows.ts';
import { codeMinutes, isPageCode, mostTries, newPageCode } from '#server/pages/codes.ts';
import { hashSecret } from '#server/secrets.ts';
import type { TypedForm } from './form.ts';

/* Forms that wait for the code of their mailbox. A day later they are gone (server/http/limits/sweep.ts). */

const purpose = 'registration code';

type Keys = Pick<Config, 'secretKey'>;

/** Keeps the form, and returns the code for its mailbox with the secret for the browser. */
export async function keepForm(
  db: Db,
  config: Keys,
  {
    courseId,
    mailbox,
    typed,
  }: { readonly courseId: number; readonly mailbox: string; readonly typed: TypedForm },
) {
  const { code, challenge, hash, mac } = newPageCode(config, purpose);
  await run(
    db,
    sql`
      insert into registration_forms (course_id, mailbox, form, hash, code_hmac, expires_at)
      values (${courseId}, ${mailbox}, ${JSON.stringify(typed)}::jsonb, ${hash}, ${mac},
        now() + make_interval(mins => ${codeMinutes}))
    `,
  );
  return { code, challenge };
}

/** Another code for a form; the former one ends. Null: the form is gone or done. */
export async function renewCode(db: Db, config: Keys, challenge: string) {
  const { code, challenge: next, hash, mac } = newPageCode(config, purpose);
  const isThere = await exists(
    db,
    sql`
      update registration_forms
      set hash = ${hash}, code_hmac = ${mac}, tries = 0, expires_at = now() + make_interval(mins => ${codeMinutes})
      where hash = ${hashSecret(challenge)} and proved_at is null
      returning id
    `,
  );
  return isThere ? { code, challenge: next } : null;
}

const keptRow = row({
  id: int,
  course_id: int,
  mailbox: text,
  form: text,
  is_proved: bool,
  is_done: bool,
  students: list(int),
});
export type KeptForm = RowOf<typeof keptRow>;

/** The form of this browser, of this course. */
export const findForm = (db: Db, courseId: number, challenge: string, lock = false) =>
  maybeOne(
    db,
    keptRow,
    sql`
      select f.id, f.course_id, f.mailbox, f.form::text as form, f.proved_at is not null as is_proved,
        f.done_at is not null as is_done, f.students
      from registration_forms f
      where f.hash = ${hashSecret(challenge)} and f.course_id = ${courseId}
      ${lock ? sql`for update` : sql``}
    `,
  );

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `keepForm` wrote it
export const typedOf = ({ form }: KeptForm) => JSON.parse(form) as TypedForm;

const triedRow = row({ code_hmac: bytes });

/** Takes one of the five tries. `over`: there are no more, or the code is too old. */
export async function proveForm(
  db: Db,
  config: Keys,
  given: { readonly challenge: string; readonly code: string },
): Promise<'right' | 'wrong' | 'over'> {
  const hash = hashSecret(given.challenge);
  const tried = await maybeOne(
    db,
    triedRow,
    sql`
      update registration_forms set tries = tries + 1
      where hash = ${hash} and tries < ${mostTries} and expires_at > now() and proved_at is null
      returning code_hmac
    `,
  );
  if (tried === null) return 'over';
  if (!isPageCode(config, purpose, given, tried.code_hmac)) return 'wrong';
  await run(db, sql`update registration_forms set proved_at = now() where hash = ${hash}`);
  return 'right';
}

/** What was typed is not needed any more; for these students something is to be paid. */
export const endForm = (db: Db, { id }: Pick<KeptForm, 'id'>, students: readonly number[]) =>
  run(
    db,
    sql`
      update registration_forms set done_at = now(), form = '{}', students = ${students}::bigint[] where id = ${id}
    `,
  );

/** Nobody could be registered by it. */
export const dropForm = (db: Db, { id }: Pick<KeptForm, 'id'>) =>
  run(db, sql`delete from registration_forms where id = ${id}`);
