import type { Objects } from '#server/test/planted-school.ts';
import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const weekly = (o: Objects, word: string) => ({
  course_id: o.course,
  class_name: `Class ${word}`,
  class_day: 'sunday',
  time: '05:30',
  time_zone: 'IST',
  duration: 60,
  slot_time: '',
  allow_overlap: false,
});

export const classes: SamplesOf<'classes'> = {
  'classes.get_class': inputOf((o) => ({ class_id: o.class })),
  'classes.get_classes': inputOf((o) => ({ course_id: o.course })),
  'classes.get_waiting': inputOf((o) => ({ class_id: o.class })),
  'classes.set_reminders': inputOf((o) => ({ class_id: o.class, reminders: ['day'] })),
  'classes.place_waiting': inputOf((o) => ({ enrolment_id: o.waiting, even_if_full: true })),
  'classes.stop_waiting': inputOf((o) => ({ enrolment_id: o.waiting })),
  'classes.create_class': inputOf(
    (o, { word, me }) => ({ ...weekly(o, word), created_by: me, teacher_id: o.helper }),
    {
      free: ['helper'],
    },
  ),
  'classes.update_class': inputOf(
    (o, { word }) => ({ ...weekly(o, word), id: o.slot, teacher_id: o.helper }),
    {
      free: ['helper'],
    },
  ),
  'classes.delete_class': inputOf((o) => ({
    course_id: o.course,
    id: o.emptySlot,
    class_name: 'Empty',
    class_day: 'wednesday',
    slot_time: '',
  })),
};
