import { randomInt } from 'node:crypto';
import type { FinishedStatus } from '@gurukul/contract/certificates';
import { finishedStatuses, isFinished } from '@gurukul/contract/certificates';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import type { Spelling } from '@gurukul/contract/receipts';
import sql from 'sql-template-tag';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { isValidCertificate } from '#server/db/progress.ts';
import type { Study } from '#server/db/progress.ts';
import { many, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import type { Person } from '#server/http/handlers.ts';
import { readSettings } from '#server/provider/settings.ts';
import { dayIn, yearOf } from '../receipts/rules.ts';
import { spelled } from '../receipts/spelled.ts';
import { listFinish } from './finish.ts';

// Neither 0 and O nor 1, I and l: people type it from paper.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const verifyLength = 22;

/** 128 random bits as letters and digits, which stand in every address. */
export const newVerifyId = (): string =>
  Array.from({ length: verifyLength }, () => letters[randomInt(letters.length)]).join('');

interface Wishes {
  readonly students: readonly { readonly student_id: number; readonly name?: string | undefined }[];
  readonly language: PortalLanguage;
  readonly spelled: readonly Spelling[] | undefined;
}

const heldRow = row({ student_id: int, id: int, name: text, status: oneOf(finishedStatuses), on_day: text });

const listHeld = (tx: Db, courseId: number) =>
  many(
    tx,
    heldRow,
    sql`
      select distinct on (t.student_id) t.student_id, t.id, t.name, t.status, t.on_day::text as on_day
      from certificates t
      where t.course_id = ${courseId} and ${isValidCertificate}
      order by t.student_id, t.id desc
    `,
  );

const issuedRow = row({ id: int });

/**
 * Gives each of these students who has finished a certificate with the next number of its year, in the caller's
 * transaction. Who has one with the same name and status keeps it; another name or status replaces it, with the day of
 * the first. One transaction at a time gives numbers, so there is no gap. Refuses names that cannot be printed.
 */
export async function issueCertificates(
  tx: Db,
  person: Person,
  courseId: number,
  { students, language, spelled: spellings }: Wishes,
) {
  await takeTurn(tx, 'certificates');
  const studies = new Map((await listFinish(tx, person, courseId)).map((one) => [one.student_id, one]));
  const held = new Map((await listHeld(tx, courseId)).map((one) => [one.student_id, one]));
  const settings = await readSettings(tx);
  const today = dayIn(settings.time_zone, new Date());
  const wanted = [...new Map(students.map((one) => [one.student_id, one])).values()].flatMap((one) => {
    const study = studies.get(one.student_id);
    const status = study && finishedAs(study);
    if (study === undefined || status === undefined) return [];
    const old = held.get(one.student_id);
    const name = one.name ?? old?.name ?? study.fullname;
    const isSame = old !== undefined && old.name === name && old.status === status;
    const on_day = old?.on_day ?? (study.finished_as === status ? study.finished_on : null) ?? today;
    return [{ study, status, name, on_day, old, isSame }];
  });
  const fresh = await spelled(
    wanted
      .filter(({ isSame }) => !isSame)
      .map(({ study, ...rest }) => ({
        ...rest,
        student_id: study.student_id,
        course_name: study.course_name,
      })),
    spellings,
  );
  const replaced = fresh.flatMap(({ old }) => (old === undefined ? [] : [old.student_id]));
  await run(
    tx,
    sql`
      update certificates t set replaced_at = now()
      where t.course_id = ${courseId} and t.student_id = any(${replaced}::bigint[]) and ${isValidCertificate}
    `,
  );
  const year = yearOf(today, settings.receipt_year_start);
  const made =
    fresh.length === 0
      ? []
      : await many(
          tx,
          issuedRow,
          sql`
            insert into certificates (year, number, verify_id, student_id, course_id, name, course_name, status, on_day,
              provider_name, signature, signatory, layout, language, issued_by)
            select ${year}, last.number + w.place, w.verify_id, w.student_id, ${courseId}, w.name, w.course_name, w.status,
              w.on_day, ${nameOfProvider(settings)}, ${settings.signature}, ${settings.signatory},
              ${settings.certificate_layout}, ${language}, ${person.id}::bigint
            from unnest(
              ${fresh.map(newVerifyId)}::text[], ${fresh.map((one) => one.student_id)}::bigint[],
              ${fresh.map((one) => one.name)}::text[], ${fresh.map((one) => one.course_name)}::text[],
              ${fresh.map((one) => one.status)}::text[], ${fresh.map((one) => one.on_day)}::date[]
            ) with ordinality as w (verify_id, student_id, name, course_name, status, on_day, place)
            cross join (
              select coalesce(max(t.number), 0) as number from certificates t where t.year = ${year}
            ) last
            order by w.place
            returning id
          `,
        );
  const unchanged = wanted.flatMap(({ old, isSame }) => (isSame && old ? [old.id] : []));
  return {
    issued: fresh.length - replaced.length,
    replaced: replaced.length,
    unchanged: unchanged.length,
    left_out: new Set(students.map((one) => one.student_id)).size - wanted.length,
    certificate_ids: [...unchanged, ...made.map(({ id }) => id)],
  };
}

const finishedAs = ({ registration_status: status }: Study): FinishedStatus | undefined =>
  isFinished(status) ? status : undefined;
