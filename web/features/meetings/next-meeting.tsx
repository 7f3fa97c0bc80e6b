import { classes } from '@gurukul/contract/classes';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatClock } from '#web/lib/format/clock-name.ts';
import { formatDate, formatWeekdayTime } from '#web/lib/format/format.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { JoinButton } from './join-button.tsx';

export const nextText = (startsAt: string) =>
  classPageTexts.next({ time: `${formatWeekdayTime(startsAt)}, ${formatDate(startsAt)}` });

interface NextMeetingProps {
  classId: number;
  /** What the week says, until it is known what comes of it. */
  weekly: string;
}

/** When a class meets next and on whose clock, beside other people's clocks, and the way in. */
export function NextMeeting({ classId, weekly }: NextMeetingProps) {
  const { data } = useQuery(query(classes.get_class, { class_id: classId }));
  const { next, join, class_name: name = '' } = data?.data ?? {};
  return (
    <>
      <span>{next ? `${nextText(next.starts_at)} (${formatClock(next.starts_at)})` : weekly}</span>
      {join ? <JoinButton meeting={join} name={name} /> : null}
    </>
  );
}
