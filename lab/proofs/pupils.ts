import sql from 'sql-template-tag';
import { one } from '../../server/test/rows.ts';
import { addEnrolment, dayFromToday } from '../../server/test/small-school.ts';

export interface Pupil {
  readonly first: string;
  readonly last: string;
  readonly email: string;
}

/** Enrols pupils as students of a class, from a day so many days from today. */
export async function enrol(
  db: Parameters<typeof addEnrolment>[0],
  pupils: readonly Pupil[],
  enrolment: { readonly course: number; readonly class: number; readonly from: number },
): Promise<void> {
  for (const { first, last, email } of pupils) {
    const { id } = await one<{ id: number }>(
      db,
      sql`
        insert into people (email_id, main_role, first_name, last_name) values (${email}, 'student', ${first}, ${last})
        returning id
      `,
    );
    await addEnrolment(db, { student: id, ...enrolment });
  }
}

/** Mondays, so many weeks before this one. */
export const mondaysBefore = (...weeks: readonly number[]): string[] =>
  weeks.map((count) => {
    const date = new Date(`${dayFromToday(0)}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7) - count * 7);
    return date.toISOString().slice(0, 10);
  });
