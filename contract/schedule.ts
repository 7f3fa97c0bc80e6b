import * as z from 'zod';
import { classDays } from './classes.ts';
import { courseOption } from './courses.ts';
import { call } from './shared/calls/call.ts';
import { joinLink } from './shared/meetings/joinable.ts';
import { answer, id, idOrAll } from './shared/fields.ts';
import { wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

export const scheduleRow = z.object({
  /** The date of the present meeting or, when there is none, of the next one, in the class's zone. */
  date: wireDate,
  day: z.string(),
  course_name: z.string(),
  /** The start of that meeting. */
  slot_time: wireInstant,
  /** The end of that meeting. Null: there is none in the next half year. */
  ends_at: z.nullable(wireInstant),
  /** Where that meeting is joined. */
  join_link: joinLink,
  student_count: wireCount,
  /** The id of the weekly slot. */
  id: wireId,
  class_id: wireId,
  class_name: z.string(),
  course_id: wireId,
  class_day: z.enum(classDays),
  /** Local time in the class's zone, 18:30. */
  time: z.string(),
  time_zone: z.string(),
  /** The IANA zone of `time`. */
  zone: z.string(),
  /** Minutes. */
  duration: z.int(),
  /** Starts from seven days ago on, for half a year. In the viewer's zone they may move although the class does not. */
  meetings: z.array(wireInstant),
});
export type ScheduleRow = z.infer<typeof scheduleRow>;

export const schedule = {
  teacher_schedule: call(
    'GET /teacher/teacher_schedule/{uid}/{courseId}',
    {
      summary: 'The next meeting of every weekly slot of a teacher, or the present one',
      action: 'colleagues.teacher',
      subject: 'uid',
    },
    z.object({ uid: id, courseId: idOrAll }),
    answer({ data: z.array(scheduleRow), courses: z.array(courseOption) }),
  ),
};
