import type { Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import sql from 'sql-template-tag';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { isRegisterOf } from '#server/db/registers.ts';
import type { MeetingName } from './actions.ts';
import { lockSlot, reachMeeting } from './actions.ts';
import { storeLinkOf } from './join-links.ts';
import { tellReaders } from './tell.ts';

interface NewRecording extends MeetingName {
  /** '' for none. */
  readonly recording_link: string;
  /** Writes to those who were absent. */
  readonly tell: boolean;
}

/** Of a meeting that has begun; teachers set that of those they take, also in a foreign class. */
export async function setRecording(ctx: Ctx, { recording_link, tell, ...name }: NewRecording) {
  const { class_id } = await lockSlot(ctx, name.slot_id);
  const meeting = await reachMeeting(ctx, class_id, name);
  if (!takesPlace(meeting.state)) throw fail('meeting_is_off');
  if (Date.parse(meeting.starts_at) > Date.now()) throw fail('meeting_not_begun');
  await storeLinkOf(ctx, name, 'recording_link', recording_link);
  if (tell && recording_link !== '') await tellAbsent(ctx, { ...meeting, recording_link });
}

/** The present students of the class whom the roll of the meeting calls absent hear of its recording. */
async function tellAbsent(ctx: Ctx, meeting: Meeting) {
  const isItsRegister = isRegisterOf({
    classId: sql`${meeting.class_id}`,
    day: sql`${meeting.held_on}::date`,
    slotId: sql`${meeting.slot_id}`,
    onDate: sql`${meeting.on_date}::date`,
    isExtra: sql`${meeting.state === 'extra'}`,
  });
  const absent = await listMailReaders(
    ctx.db,
    sql`
      select a.student_id
      from attendance_registers r
      join attendance a on a.register_id = r.id and a.class_id = r.class_id
        and a.attendance_date = r.attendance_date and a.status = 'absent'
      join enrolments e on e.student_id = a.student_id and e.class_id = a.class_id and e.ended_on is null
      where ${isItsRegister}
    `,
  );
  const meetings = [{ ...meeting, news: 'recording' as const }];
  await tellReaders(
    ctx,
    absent.map((one) => ({ ...one, isStudent: true, meetings })),
  );
}
