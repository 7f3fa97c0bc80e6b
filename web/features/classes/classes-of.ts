import type { people } from '@gurukul/contract/people';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { updatingTexts } from '#web/texts/updating.ts';

const t = updatingTexts.move;

type ClassesOfCourse = Pick<CallOutput<typeof people.get_teacher_bycourse>, 'classes' | 'response'>;

/** To choose from: each class of a course with all its weekly slots, the next meeting first. */
export const classesOf = (course: ClassesOfCourse | undefined) =>
  (course?.classes ?? []).map(({ class_id, class_name }) => ({
    value: String(class_id),
    label: t.classLabel({
      name: class_name,
      times:
        course?.response
          .filter((slot) => slot.class_id === class_id)
          .toSorted((a, b) => (a.slot_time ?? '').localeCompare(b.slot_time ?? ''))
          .map(({ slot_time }) => formatWeekdayTime(slot_time))
          .join(', ') || 'none',
    }),
  }));
