import { mondayIn, nothing } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { none, inputOf } from './sample.ts';
import type { Asker, SamplesOf } from './sample.ts';

const newTime = {
  time: '19:15',
  duration: 45,
  tell_reason: true,
  reason: 'A storm',
  allow_overlap: true,
  preview: false,
  tell: true,
};

const dayOff = (o: Objects) => ({
  from: mondayIn(6),
  to: mondayIn(7),
  name: 'Diwali',
  scope: 'class',
  id: o.class,
  except: [{ slot_id: o.slot, on_date: mondayIn(6) }],
  preview: false,
  tell: true,
});

export const meetings: SamplesOf<'meetings'> = {
  'meetings.get_meetings': inputOf((o) => ({ from: mondayIn(0), to: mondayIn(1), class_id: o.class })),
  'meetings.cancel_meeting': inputOf((o) => ({
    slot_id: o.slot,
    on_date: mondayIn(2),
    extra: false,
    reason: 'A storm',
    tell_reason: true,
    preview: false,
    tell: true,
  })),
  'meetings.move_meeting': inputOf((o) => ({
    slot_id: o.slot,
    on_date: mondayIn(3),
    extra: false,
    to_date: mondayIn(4),
    ...newTime,
  })),
  'meetings.add_meeting': inputOf((o) => ({ slot_id: o.slot, on_date: mondayIn(5), ...newTime })),
  'meetings.restore_meeting': inputOf(
    (o) => ({ slot_id: o.slot, on_date: mondayIn(8), extra: false, preview: false, tell: true }),
    {
      extra: async ({ ask }, { own, far }) => {
        const from = mondayIn(8);
        const off = (o: Objects) => ({ from, to: from, name: 'Holi', scope: 'class', id: o.class });
        await ask('meetings.add_day_off', off(own), 'self');
        await ask('meetings.add_day_off', off(far), 'stranger');
        return none;
      },
      mayBeIdle: true,
    },
  ),
  'meetings.change_teacher': inputOf(
    (o) => ({
      slot_id: o.slot,
      from: mondayIn(9),
      to: mondayIn(9),
      teacher_id: o.helper,
      allow_overlap: true,
      preview: false,
      tell: true,
    }),
    { free: ['helper'] },
  ),
  'meetings.set_join_link': inputOf((o, { word }) => ({
    slot_id: o.slot,
    on_date: mondayIn(0),
    extra: false,
    join_link: `https://meet.example.test/${word}`,
    tell: true,
  })),
  'meetings.set_recording': inputOf((o, { word }) => ({
    slot_id: o.slot,
    on_date: mondayIn(-1),
    extra: false,
    recording_link: `https://watch.example.test/${word}`,
    tell: true,
  })),
  'meetings.get_days_off': inputOf(() => ({ from: mondayIn(0), to: mondayIn(9) })),
  'meetings.add_day_off': inputOf(dayOff),
  'meetings.add_days_off': inputOf((o) => ({
    days: [{ from: mondayIn(10), to: mondayIn(10), name: 'Pongal' }],
    scope: 'class',
    id: o.class,
    preview: false,
  })),
  'meetings.read_holidays': inputOf(() => ({ country: 'IN', region: 'TG', year: 2027 })),
  'meetings.delete_day_off': inputOf((_, { extra }) => ({ day_off_id: extra }), {
    extra: async ({ ask }, objects) => {
      const added = async (o: Objects, by: Asker) => {
        await ask('meetings.add_day_off', dayOff(o), by);
        const { body } = await ask('meetings.get_days_off', { from: mondayIn(6), to: mondayIn(7) }, by);
        return body.data.find((one: { class_id: number }) => one.class_id === o.class).day_off_id as number;
      };
      return {
        own: await added(objects.own, 'self'),
        far: await added(objects.far, 'stranger'),
        missing: nothing,
      };
    },
  }),
};
