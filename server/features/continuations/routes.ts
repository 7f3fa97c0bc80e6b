import type { continuations } from '@gurukul/contract/continuations';
import sql from 'sql-template-tag';
import { int, row } from '#server/db/columns.ts';
import { maybeOne } from '#server/db/rows.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses, scope } from '#server/http/identity/scope.ts';
import { answerClass, isOfSecret } from './answer-class.ts';
import { answerPlace } from './answer-place.ts';
import { listAsked, listContinuations, readLevel, readTerms } from './queries.ts';

const success = { status: 200, message: 'success' } as const;

const courseRow = row({ course_id: int });

export const continuationsHandlers: Handlers<typeof continuations> = {
  async get_continuations({ course_id }, { db, person }) {
    await scope(db, person).course(course_id);
    const asked = await listAsked(db, sql`a.course_id = ${course_id}`);
    return {
      ...success,
      data: {
        students: await listContinuations(db, course_id),
        level: await readLevel(db, course_id),
        ...(await readTerms(db, course_id)),
        teachers: asked.map(({ asked_id, class_id, fullname, class_name, answer, words }) => ({
          asked_id,
          class_id,
          fullname,
          class_name,
          answer,
          words,
        })),
      },
    };
  },

  async answer({ continuation_id: continuationId, keep, class_id: classId = null }, { db, person }) {
    const found = await maybeOne(
      db,
      courseRow,
      sql`
        select c.id as course_id
        from continuations o
        join courses c on c.id = o.course_id and c.deleted_at is null
        where o.id = ${continuationId} and ${ownCourses(person)}
      `,
    );
    if (found === null) throw fail('not_found');
    if (classId !== null) await scope(db, person).class(found.course_id, classId);
    await answerPlace(db, { continuationId, keep, classId, by: person.id });
    return success;
  },

  async read_classes({ secret }, { db }) {
    const asked = await listAsked(db, isOfSecret(secret));
    const [first] = asked;
    if (first === undefined) throw fail('not_found');
    const { fullname, course_name, start_date } = first;
    return {
      ...success,
      data: {
        fullname,
        course_name,
        start_date,
        classes: asked.map(({ asked_id, class_name, times, answer, words }) => ({
          asked_id,
          class_name,
          times,
          answer,
          words,
        })),
      },
    };
  },

  async answer_class(input, { db }) {
    await answerClass(db, input);
    return success;
  },
};
