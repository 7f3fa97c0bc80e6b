import { one, run } from './rows.ts';
import type { TestApp } from './app.ts';
import { dayFromToday } from './small-school.ts';

/** An instant from a local time in Kolkata. */
export const inKolkata = (day: string, time: string) => new Date(`${day}T${time}:00+05:30`).toISOString();

const tomorrow = dayFromToday(1);

/** The form of an event tomorrow evening. */
export const satsang = (courseId: number, more: object = {}) => ({
  event_name: 'Satsang',
  course_id: courseId,
  description: '<p>Come</p>',
  meeting_link: 'https://meet.test/a',
  event_date: tomorrow,
  start_time: inKolkata(tomorrow, '18:30'),
  end_time: inKolkata(tomorrow, '20:00'),
  speakers: [],
  ...more,
});

/** Deletes all data about events. */
export async function forgetEvents({ db }: Pick<TestApp, 'db'>): Promise<void> {
  for (const table of ['event_speakers', 'event_registrations', 'mails', 'events', 'idempotency_keys']) {
    await db.query(`delete from ${table}`);
  }
}

/** Makes events through the API. */
export const eventOffice = ({ call, db }: Pick<TestApp, 'call' | 'db'>, courseId: number, as: string) => {
  const add = async (more: object = {}, by = as): Promise<number> => {
    const { status, body } = await call('events.add_event', satsang(courseId, more), { as: by });
    if (status !== 200) throw new Error(`no event was added: ${JSON.stringify(body)}`);
    return body.result[0].event_id;
  };
  const publish = (event_id: number, flag: 0 | 1 = 1, by = as) =>
    call('events.publish_event', { event_id, flag }, { as: by });
  return {
    add,
    publish,
    cancel: (event_id: number, by = as) => call('events.cancel_event', { event_id }, { as: by }),
    remove: (event_id: number, by = as) =>
      call('events.delete_event', { event_id }, { as: by, method: 'POST' }),
    addStudent: (event_id: number, name: string, by = as, course = courseId) =>
      call(
        'events.add_student_to_event',
        { course_id: course, event_id, email_id: `${name}@office.test` },
        { as: by },
      ),
    async published(flag: 0 | 1 = 1, more: object = {}): Promise<number> {
      const id = await add(more);
      const { status } = await publish(id, flag);
      if (status !== 200) throw new Error('the event was not published');
      return id;
    },
    /** Moves an event's times a week back. */
    letPass: (event_id: number) =>
      run(db)`
        update events
        set event_date = event_date - 7,
          starts_at = starts_at - interval '7 days',
          ends_at = ends_at - interval '7 days'
        where id = ${event_id}
      `,
    stateOf: (event_id: number) =>
      one<{ live_status: string; registration_status: string; is_deleted: boolean; is_announced: boolean }>(
        db,
      )`
        select live_status, registration_status, deleted_at is not null as is_deleted,
          announced_at is not null as is_announced
        from events
        where id = ${event_id}
      `,
  };
};
