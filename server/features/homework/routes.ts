import type { HomeworkRow, homework } from '@gurukul/contract/homework';
import sql from 'sql-template-tag';
import type { Config } from '#server/config.ts';
import { listOwing } from '#server/db/homework.ts';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownClasses, scope } from '#server/http/identity/scope.ts';
import { signFileUrl } from '#server/storage/signed-url.ts';
import { chooseClasses, listClassesUnder } from '../people/students-under.ts';
import type { ClassUnder } from '../people/students-under.ts';
import {
  decideHomework,
  listDecisions,
  listHomework,
  listHomeworkOfClass,
  listHomeworkOfStudent,
} from './queries.ts';
import type { Decision, StoredHomework } from './queries.ts';

const rowFor = (
  { decided_by, home_work, ...stored }: StoredHomework,
  teacherId: number | null,
  { config, person }: { readonly config: Config; readonly person: Ctx['person'] },
): HomeworkRow => ({
  ...stored,
  home_work: home_work === '' ? null : signFileUrl(config, home_work),
  teacher_id: decided_by ?? teacherId,
  can: { decide: stored.status === 'pending' && person.role !== 'courseadmin' },
});

async function homeworkOf(
  ctx: Ctx,
  teacherId: number,
  classes: readonly ClassUnder[],
): Promise<HomeworkRow[]> {
  const ids = classes.flatMap(({ class_id }) => class_id ?? []);
  const stored = await listHomework(ctx.db, ids);
  return stored.map((row) => rowFor(row, teacherId, ctx));
}

/** Somebody was quicker: the refusal names their decision. The same decision of the same person stands. */
function refuseDecided(
  { status, by, decided_by: decidedBy }: Decision,
  personId: number,
  wanted: string,
): void {
  if (status === wanted && decidedBy === personId) return;
  throw by === null
    ? fail('homework_decided_before', { facts: { decision: status } })
    : fail('homework_decided', { facts: { person: by, decision: status } });
}

export const homeworkHandlers: Handlers<typeof homework> = {
  async get_teacher_homework({ user_id, course, class: classId }, ctx) {
    const { db, person } = ctx;
    await scope(db, person).teacher(user_id);
    const taught = await listClassesUnder(db, person, user_id);
    const { chosen, courses, classes } = chooseClasses(taught, { course_id: course, class_id: classId });
    const data = await homeworkOf(ctx, user_id, chosen);
    return { status: 200, message: 'success', data, courses, classes };
  },

  async get_class_homework({ class_id, page, pageSize }, { db, person, config }) {
    await scope(db, person).class(null, class_id);
    const rows = await listHomeworkOfClass(db, class_id, { page, pageSize });
    const data = rows.map(({ total: _total, pending: _pending, home_work, ...row }) => ({
      ...row,
      home_work: home_work === '' ? null : signFileUrl(config, home_work),
    }));
    const [first] = rows;
    return {
      status: 200,
      message: 'success',
      data,
      total_count: first?.total ?? 0,
      pending: first?.pending ?? 0,
    };
  },

  async get_missing_homework({ class_id }, { db, person }) {
    await scope(db, person).class(null, class_id);
    return { status: 200, message: 'success', data: await listOwing(db, sql`e.class_id = ${class_id}`) };
  },

  async get_student_homework({ student_id }, ctx) {
    await scope(ctx.db, ctx.person).student(student_id);
    const stored = await listHomeworkOfStudent(ctx.db, ctx.person, student_id);
    const data = stored.map(({ is_closed, ...row }) => {
      const shown = rowFor(row, null, ctx);
      return { ...shown, can: { decide: shown.can.decide && !is_closed } };
    });
    const owing = await listOwing(ctx.db, sql`e.student_id = ${student_id} and ${ownClasses(ctx.person)}`);
    return { status: 200, message: 'success', data, owing };
  },

  async accept_homework({ id, status, comment, teacher_id: teacherId }, ctx) {
    const { db, person } = ctx;
    const decided = await decideHomework(db, person, [id], { status, comment });
    if (!decided.has(id)) {
      const [decision] = await listDecisions(db, person, [id]);
      if (decision === undefined) throw fail('not_found');
      refuseDecided(decision, person.id, status);
    }
    const listed = teacherId ?? person.id;
    const result = await homeworkOf(ctx, listed, await listClassesUnder(db, person, listed));
    return { status: 200, message: 'success', result };
  },

  async decide_homework({ ids, status, comment }, { db, person }) {
    const decided = await decideHomework(db, person, ids, { status, comment });
    const decisions = await listDecisions(db, person, ids);
    // One out of reach refuses all, because no list that the caller saw contains it.
    if (decisions.length < new Set(ids).size) throw fail('not_found');
    const skipped = decisions
      .filter(({ id }) => !decided.has(id))
      .map(({ id, status: now, by }) => ({ id, status: now, decided_by: by }));
    return { status: 200, message: 'success', data: { decided: [...decided], skipped } };
  },
};
