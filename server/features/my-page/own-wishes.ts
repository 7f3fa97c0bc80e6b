import { spokenName, spokenCode, usualLanguages } from '@gurukul/contract/shared/person/spoken-languages';
import { isTimeZone } from '@gurukul/contract/shared/time-zones';
import type { ProviderSettings } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { storeWish, wishColumn, wishJson } from '#server/db/wishes.ts';
import { fail } from '#server/http/answers/problem.ts';
import { textIn } from '#server/pages/forms.ts';
import { hoursIn, languagesIn } from '#server/pages/week-field.ts';

/* When somebody can come to a course in which they have no class yet. */

const wishRow = row({ student_id: int, course_id: int, course_name: text, wish: wishColumn });
export type OwnWish = RowOf<typeof wishRow>;

export const listOwnWishes = (db: Db, students: readonly number[]): Promise<OwnWish[]> =>
  many(
    db,
    wishRow,
    sql`
      select e.student_id, c.id as course_id, c.course_name, ${wishJson} as wish
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join lateral (
        select w.* from wishes w
        where w.person_id = e.student_id and (w.course_id = c.id or w.course_id is null)
        order by w.course_id nulls last
        limit 1
      ) w on true
      where e.student_id = any(${students}::bigint[]) and e.ended_on is null and e.class_id is null
        and e.waits_for_class_id is null and course_end(c.start_date, c.course_duration) > today_in_kolkata()
      order by c.course_name, c.id
    `,
  );

/** The languages to tick: those of the provider, and those that were ticked. */
export const codesToTick = (
  { spoken_languages: own }: Pick<ProviderSettings, 'spoken_languages'>,
  { wish }: OwnWish,
): string[] => [
  ...new Set([
    ...(own.length === 0 ? usualLanguages : own),
    ...(wish?.languages ?? []).flatMap((name) => spokenCode(name) ?? []),
  ]),
];

/** Stores what a form says about one of these. Throws `bad_input`, and `state_changed` when they have a class by now. */
export async function takeOwnWish(
  db: Db,
  all: readonly OwnWish[],
  form: FormData,
  provider: Pick<ProviderSettings, 'spoken_languages'>,
): Promise<void> {
  const zone = textIn(form, 'clock');
  if (!isTimeZone(zone)) throw fail('bad_input');
  const wished = all.find(({ course_id: id }) => String(id) === textIn(form, 'course'));
  if (wished === undefined) throw fail('state_changed', { present: '' });
  const { student_id: personId, course_id: courseId } = wished;
  const languages = languagesIn(form, codesToTick(provider, wished)).map(spokenName);
  await storeWish(db, { personId, courseId }, { zone, hours: hoursIn(form), languages });
}
