import { said } from '@gurukul/contract/shared/words/messages';
import { accounts } from '@gurukul/contract/accounts';
import { readName } from '@gurukul/contract/shared/written/name';
import sql, { join, raw } from 'sql-template-tag';
import type * as z from 'zod';
import type { Db } from '../../db/pool.ts';
import { bool, row, text } from '../../db/columns.ts';
import { one, run } from '../../db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { recordDenial } from '../../http/identity/actors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { sanitizeRichText } from '../../http/answers/richtext.ts';
import { ownStudents, scope } from '../../http/identity/scope.ts';
import { printOf, refuseOlder } from '../../http/requests/version.ts';
import { assertKnownFile } from '../files/known-file.ts';
import { findFactorDue } from '../factors/factors.ts';
import { findProfile, findTopBar } from './queries.ts';

type ProfileCalls =
  | 'get_user_details'
  | 'get_user_profile'
  | 'update_profile'
  | 'save_own_name'
  | 'update_user_preference_admin';

const imageRow = row({ image: text });

export const profileHandlers: Pick<Handlers<typeof accounts>, ProfileCalls> = {
  async get_user_details({ uid }, { db }) {
    const profile = await findProfile(db, uid);
    if (profile === null) throw fail('not_found');
    return { status: 200, message: 'success', data: [{ ...profile, version: versionOf(profile) }] };
  },

  async get_user_profile({ uid }, { db, person }) {
    const found = await findTopBar(db, uid);
    if (found === null) throw fail('not_found');
    const { codes_paused, ...topBar } = found;
    if (uid !== person.id) return { status: 200, message: 'success', data: [topBar] };
    const due = await findFactorDue(db, person.id);
    const own = {
      ...topBar,
      role: person.role,
      mainrole: person.mainRole,
      ...(due === null ? {} : { factor: due }),
    };
    if (person.role !== 'admin') return { status: 200, message: 'success', data: [own] };
    return { status: 200, message: 'success', data: [{ ...own, codes_paused }] };
  },

  async update_profile(input, { db, person }) {
    const description = sanitizeRichText(input.description);
    if (!hasText(description)) throw fail('bad_input', { details: { description: said('fill_in') } });
    if (await isInFuture(db, input.dob))
      throw fail('bad_input', { details: { dob: said('date_in_future') } });
    const { image: before } = await one(
      db,
      imageRow,
      sql`select image from people where id = ${person.id} for update`,
    );
    const now = await findProfile(db, person.id);
    refuseOlder(input.version, now === null ? undefined : versionOf(now));
    const image = await assertKnownFile(db, person, input.image, 'profile_image', {
      current: [before],
      field: 'image',
    });
    await saveProfile(db, person.id, { ...input, description, image });
    return { status: 200, message: 'success' };
  },

  async save_own_name({ name }, { db, person }) {
    const { first, last } = readName(name);
    await run(db, sql`update people set first_name = ${first}, last_name = ${last} where id = ${person.id}`);
    return { status: 200, message: 'success' };
  },

  async update_user_preference_admin(input, { db, pool, person, request }) {
    const [first, second] = [input.user_id, input.user_id1];
    if (first !== person.id && second !== undefined && second !== person.id) {
      await recordDenial(pool, 'accounts.update_user_preference_admin', person, request, 'user_id1');
      throw fail('not_allowed');
    }
    // The caller is one of the two; the student is the other.
    const studentId = first === person.id ? (second ?? first) : first;
    await scope(db, person).student(studentId);
    const saved = await run(
      db,
      sql`
        update people p set language = ${input.preference_value}, updated_at = now()
        where p.id = ${studentId} and ${isStudent} and ${ownStudents(person)}
      `,
    );
    if (saved === 0) throw fail('not_found');
    return { status: 200, message: 'success' };
  },
};

/** Over the fields that the form can change. */
const versionOf = (profile: NonNullable<Awaited<ReturnType<typeof findProfile>>>): string =>
  printOf(...edited.map((field) => profile[field] ?? null));

const edited = accounts.update_profile.input.omit({ user_id: true, version: true }).keyof().options;

/** An editor that was emptied still sends a paragraph. */
const hasText = (html: string) => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== '';

const futureRow = row({ is_future: bool });

/** Checked in the offered zone where the day begins first. */
const isInFuture = async (db: Db, date: string): Promise<boolean> =>
  (
    await one(
      db,
      futureRow,
      sql`select ${date}::date > (now() at time zone 'Asia/Kolkata')::date as is_future`,
    )
  ).is_future;

type ProfileFields = Omit<z.output<typeof accounts.update_profile.input>, 'image'> & { image: string };

const saveProfile = (db: Db, personId: number, profile: ProfileFields) =>
  run(
    db,
    sql`
      update people
      set ${join(edited.map((field) => sql`${raw(field)} = ${profile[field]}`))}, updated_at = now()
      where id = ${personId}
    `,
  );
