import { assignments } from '@gurukul/contract/assignments';
import { people } from '@gurukul/contract/people';
import { action } from '#web/calls/action.ts';
import { send } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';

/** Takes a teacher into the course where they are not in it. */
export async function associate(courseId: number, teacherId: number): Promise<void> {
  const { data } = await send(people.get_teacher_bycourse, { courseId });
  if (data.find(({ user_id }) => user_id === teacherId)?.status !== 'not associate') return;
  await action(assignments.course_assign)(
    {
      assigned_by: Number(session.uid),
      course_id: courseId,
      user_id: teacherId,
      expected: 'not associate',
    },
    `${courseId} ${teacherId}`,
  );
}

/** The id of the teacher with that address; null where there is none. */
export async function teacherOf(courseId: number, email: string): Promise<number | null> {
  const { data } = await send(people.get_teacher_bycourse, { courseId });
  const address = email.toLowerCase();
  return data.find(({ email_id }) => email_id.toLowerCase() === address)?.user_id ?? null;
}

/** Takes the teacher with that address into the course. Returns their id; null where there is none. */
export async function takeIn(courseId: number, email: string): Promise<number | null> {
  const id = await teacherOf(courseId, email);
  if (id !== null) await associate(courseId, id);
  return id;
}
