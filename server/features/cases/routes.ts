import type { cases } from '@gurukul/contract/cases';
import sql from 'sql-template-tag';
import { idRow } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { explain, findCase, listCases, listEvents, listNotes, listOwners } from './queries.ts';
import { changeCases, readLines, takeLines } from './take.ts';

const success = { status: 200, message: 'success' } as const;

const isOpen = sql`state = 'open', outcome = null, closed_by = null, closed_at = null`;

export const casesHandlers: Handlers<typeof cases> = {
  async assign({ owner_id, due_on, ...inHand }, ctx) {
    const { db, person } = ctx;
    const owner = owner_id === undefined ? person.id : owner_id;
    if (owner !== null && owner !== person.id) {
      const owners = await listOwners(db, person, await readLines(db, person, inHand.lines), owner);
      if (owners.length === 0) throw fail('not_found');
    }
    const due = due_on === undefined ? sql`due_on = x.due_on` : sql`due_on = ${due_on}`;
    const data = await changeCases(
      ctx,
      inHand,
      sql`owner_id = ${owner}, ${due}, quiet_until = null, reason = '', ${isOpen}`,
    );
    return { ...success, data };
  },

  async put_off({ until, ...inHand }, ctx) {
    return { ...success, data: await changeCases(ctx, inHand, sql`quiet_until = ${until}, ${isOpen}`) };
  },

  async dismiss({ reason, ...inHand }, ctx) {
    const change = sql`
      state = 'dismissed', reason = ${reason}, outcome = null, closed_by = ${ctx.person.id}, closed_at = now()
    `;
    return { ...success, data: await changeCases(ctx, inHand, change) };
  },

  async close({ outcome, reason, ...inHand }, ctx) {
    const change = sql`
      state = 'done', outcome = ${outcome}, reason = ${reason}, closed_by = ${ctx.person.id}, closed_at = now()
    `;
    return { ...success, data: await changeCases(ctx, inHand, change) };
  },

  async reopen(inHand, ctx) {
    return {
      ...success,
      data: await changeCases(ctx, inHand, sql`quiet_until = null, reason = '', ${isOpen}`),
    };
  },

  async add_note({ line, text, is_private }, ctx) {
    const { db, person } = ctx;
    // A teacher could not read it themselves.
    if (is_private && person.role === 'teacher') throw fail('not_allowed');
    const [id] = await takeLines(ctx, { lines: [line] });
    const note = await one(
      db,
      idRow,
      sql`
        insert into notes (person_id, case_id, body, readers, created_by)
        select x.student_id, x.id, ${text}, ${is_private ? 'office' : 'teachers'}, ${person.id}
        from cases x
        where x.id = ${id}
        returning id
      `,
    );
    return { ...success, data: { note_id: note.id } };
  },

  async get_owners({ lines }, { db, person }) {
    return { ...success, data: await listOwners(db, person, await readLines(db, person, lines)) };
  },

  async get_cases({ page, pageSize, ...asked }, { db, person }) {
    if (asked.course_id !== null) await scope(db, person).course(asked.course_id);
    if (asked.student_id !== null) await scope(db, person).student(asked.student_id);
    return { ...success, ...(await listCases(db, person, asked, { page, pageSize })) };
  },

  async get_case({ case_id }, { db, person }) {
    const data = await findCase(db, person, case_id);
    if (data === null) throw fail('not_found');
    const [notes, history, why] = await Promise.all([
      listNotes(db, person, case_id),
      listEvents(db, case_id),
      explain(db, data),
    ]);
    return { ...success, data, notes, history, why };
  },
};
