import type { HomeworkIntake } from '@gurukul/contract/intake';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { IntakeKeyHolder } from '#server/http/identity/intake-keys.ts';
import { locationOf } from '../files/file-key.ts';
import { courseOf, listLivingCourses, studentsOf, unknownStudent } from './look-up.ts';
import { rejected, repeated, twice } from './results.ts';
import type { ItemResult } from './results.ts';

const uploadedFile = row({
  id: text,
  key: text,
  /** The homework that the file was handed in as. */
  homework_id: int.nullable(),
});
type UploadedFile = RowOf<typeof uploadedFile>;

/** Finished files of this key, locked, so that one sent twice at once is handed in once. */
const holdFiles = (tx: Db, key: IntakeKeyHolder, ids: readonly string[]): Promise<UploadedFile[]> =>
  many(
    tx,
    uploadedFile,
    sql`
      select f.id, f.key, (select h.id from homework h where h.file_id = f.id) as homework_id
      from files f
      where f.id = any(${ids}::uuid[])
        and f.kind = 'homework_pdf'
        and f.finished_at is not null
        and f.intake_key_id = ${key.id}
      order by f.id
      for update
    `,
  );

const enrolmentRow = row({ student_id: int, course_id: int, class_id: int.nullable() });
type Enrolment = RowOf<typeof enrolmentRow>;

const listEnrolments = (db: Db, studentIds: readonly number[]): Promise<Enrolment[]> =>
  many(
    db,
    enrolmentRow,
    sql`
      select e.student_id, e.course_id, e.class_id
      from enrolments e
      where e.student_id = any(${studentIds}::bigint[])
        and e.ended_on is null
    `,
  );

const topicsRow = row({ id: int, course_id: int });

const listTopics = (db: Db, ids: readonly number[]): Promise<{ id: number; course_id: number }[]> =>
  many(db, topicsRow, sql`select t.id, t.course_id from topics t where t.id = any(${ids}::bigint[])`);

interface NewHomework extends Enrolment {
  readonly class_id: number;
  readonly topic_id: number | null;
  readonly week_name: string;
  readonly file: UploadedFile;
}

const homeworkRow = row({ id: int, file_id: text });

const insertHomework = (tx: Db, rows: readonly NewHomework[]): Promise<{ id: number; file_id: string }[]> =>
  many(
    tx,
    homeworkRow,
    sql`
      insert into homework (student_id, course_id, class_id, topic_id, week_name, home_work, file_id)
      select g.student_id, g.course_id, g.class_id, g.topic_id, g.week_name, g.home_work, g.file_id
      from unnest(
        ${rows.map((row) => row.student_id)}::bigint[], ${rows.map((row) => row.course_id)}::bigint[],
        ${rows.map((row) => row.class_id)}::bigint[], ${rows.map((row) => row.topic_id)}::bigint[],
        ${rows.map((row) => row.week_name)}::text[], ${rows.map(({ file }) => locationOf(file.key))}::text[],
        ${rows.map(({ file }) => file.id)}::uuid[]
      ) as g (student_id, course_id, class_id, topic_id, week_name, home_work, file_id)
      returning id, file_id
    `,
  );

// One answer for a student elsewhere, a member of staff and nobody.
const notInCourse = rejected('student_not_in_class');

/** Takes homework of students in a class of the course. It waits for their teacher. */
export async function takeHomework(
  tx: Db,
  key: IntakeKeyHolder,
  items: readonly HomeworkIntake[],
): Promise<ItemResult[]> {
  const files = new Map(
    (
      await holdFiles(
        tx,
        key,
        items.map((item) => item.file_id),
      )
    ).map((file) => [file.id, file]),
  );
  const students = await studentsOf(tx, items);
  const enrolments = await listEnrolments(
    tx,
    students.filter((student) => typeof student === 'number'),
  );
  const topics = await listTopics(
    tx,
    items.flatMap((item) => item.topic_id ?? []),
  );
  const courses = await listLivingCourses(tx);
  const again = repeated(items.map((item) => item.file_id));

  const judge = (item: HomeworkIntake, index: number): ItemResult | NewHomework => {
    if (again.has(index)) return twice;
    const file = files.get(item.file_id);
    if (file === undefined) return rejected('file_not_finished');
    if (file.homework_id !== null) return { outcome: 'unchanged', id: file.homework_id };
    const course = courseOf(item, courses);
    if ('outcome' in course) return course;
    const studentId = students[index] ?? unknownStudent;
    if (typeof studentId !== 'number') return studentId === unknownStudent ? notInCourse : studentId;
    const enrolment = enrolments.find(
      (each) => each.student_id === studentId && each.course_id === course.id,
    );
    if (enrolment === undefined || enrolment.class_id === null) return notInCourse;
    const topic = topics.find(({ id }) => id === item.topic_id);
    if (item.topic_id !== undefined && topic?.course_id !== course.id) {
      return rejected('no_such_topic');
    }
    return {
      ...enrolment,
      class_id: enrolment.class_id,
      topic_id: item.topic_id ?? null,
      week_name: item.week_name,
      file,
    };
  };

  const judged = items.map(judge);
  const added = await insertHomework(
    tx,
    judged.filter((item) => 'file' in item),
  );
  const idOf = new Map(added.map((row) => [row.file_id, row.id]));
  return judged.map((item) =>
    'file' in item ? { outcome: 'created', id: idOf.get(item.file.id) ?? null } : item,
  );
}
