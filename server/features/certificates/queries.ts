import type { CertificateRow, CertificateState } from '@gurukul/contract/certificates';
import { finishedStatuses, mostFinished } from '@gurukul/contract/certificates';
import { certificateLayouts, portalLanguages } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { date, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { isValidCertificate } from '#server/db/progress.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { fail } from '#server/http/answers/problem.ts';

/** Condition on `certificates t`: of one of the caller's own courses. Those of a deleted course are the account admins'. */
const ownCertificates = (person: Caller): Sql =>
  person.role === 'admin'
    ? sql`true`
    : sql`exists (
        select from courses c where c.id = t.course_id and c.deleted_at is null and ${ownCourses(person)}
      )`;

const storedRow = row({
  certificate_id: int,
  number: text,
  verify_id: text,
  student_id: int,
  name: text,
  course_id: int,
  course_name: text,
  status: oneOf(finishedStatuses),
  on_day: date,
  provider_name: text,
  signature: text,
  signatory: text,
  layout: oneOf(certificateLayouts),
  language: oneOf(portalLanguages),
  issued_at: instant,
  issued_by: text.nullable(),
  replaced_at: instant.nullable(),
  revoked_at: instant.nullable(),
  revoke_reason: text,
});
export type StoredCertificate = RowOf<typeof storedRow>;

/** The certificates that a condition on `t` chooses, newest first. */
const listStored = (db: Db, which: Sql): Promise<StoredCertificate[]> =>
  many(
    db,
    storedRow,
    sql`
      select t.id as certificate_id, 'C/' || t.year || '/' || t.number as number, t.verify_id, t.student_id, t.name,
        t.course_id, t.course_name, t.status, t.on_day, t.provider_name, t.signature, t.signatory, t.layout, t.language,
        t.issued_at, issuer.fullname as issued_by, t.replaced_at, t.revoked_at, t.revoke_reason
      from certificates t
      left join people issuer on issuer.id = t.issued_by
      where ${which}
      order by t.id desc
      limit ${mostFinished}
    `,
  );

type Stateful = Pick<StoredCertificate, 'name' | 'replaced_at' | 'revoked_at'>;

export function stateOf({ name, replaced_at, revoked_at }: Stateful): CertificateState {
  if (name === '') return 'erased';
  if (revoked_at !== null) return 'revoked';
  return replaced_at === null ? 'valid' : 'replaced';
}

export const verifyUrl = ({ appUrl }: Pick<Config, 'appUrl'>, id: string): string =>
  `${appUrl.replace(/\/$/, '')}/verify/${id}`;

/** What the contract does not name stays here. */
export function certificateRowOf(config: Pick<Config, 'appUrl'>, stored: StoredCertificate): CertificateRow {
  const state = stateOf(stored);
  const isValid = state === 'valid';
  const can = { download: isValid, revoke: isValid };
  return { ...stored, state, verify_url: verifyUrl(config, stored.verify_id), can };
}

export const listOfCourse = (db: Db, person: Caller, courseId: number) =>
  listStored(db, sql`t.course_id = ${courseId} and ${ownCertificates(person)}`);

export const listOfPerson = (db: Db, person: Caller, studentId: number) =>
  listStored(db, sql`t.student_id = ${studentId} and ${ownCertificates(person)}`);

/** The valid ones of these, in their order. Refuses the ids of any others. */
export async function readValid(
  db: Db,
  person: Caller,
  ids: readonly number[],
): Promise<StoredCertificate[]> {
  const wanted = [...new Set(ids)];
  const found = await listStored(db, sql`t.id = any(${wanted}::bigint[]) and ${ownCertificates(person)}`);
  if (found.length < wanted.length) throw fail('not_found');
  if (found.some((one) => stateOf(one) !== 'valid')) throw fail('certificate_over');
  const byId = new Map(found.map((one) => [one.certificate_id, one]));
  return wanted.map((id) => byId.get(id)!);
}

export async function revokeCertificate(tx: Db, person: Caller, id: number, reason: string) {
  const reached = sql`t.id = ${id} and ${ownCertificates(person)}`;
  await run(tx, sql`select from certificates t where ${reached} for no key update`);
  const [found] = await listStored(tx, reached);
  if (found === undefined) throw fail('not_found');
  if (stateOf(found) !== 'valid') throw fail('certificate_over');
  await run(
    tx,
    sql`update certificates t set revoked_at = now(), revoke_reason = ${reason} where t.id = ${id}`,
  );
  return (await listStored(tx, sql`t.id = ${id}`))[0]!;
}

const verifiedRow = row({
  name: text,
  course_name: text,
  on_day: date,
  replaced_at: instant.nullable(),
  revoked_at: instant.nullable(),
});
export type VerifiedCertificate = RowOf<typeof verifiedRow>;

/** What anybody may read of a certificate who has its paper. Null: there is none with this very id. */
export const findVerified = (db: Db, id: string): Promise<VerifiedCertificate | null> =>
  maybeOne(
    db,
    verifiedRow,
    sql`
      select t.name, t.course_name, t.on_day, t.replaced_at, t.revoked_at
      from certificates t
      where t.verify_id = ${id}
    `,
  );

/** The valid ones of these students. */
export const listValidOf = (db: Db, students: readonly number[]) =>
  listStored(
    db,
    sql`t.student_id = any(${[...students]}::bigint[]) and ${isValidCertificate} and t.name <> ''`,
  );
