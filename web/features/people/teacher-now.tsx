import { attendance } from '@gurukul/contract/attendance';
import type { TeacherSlotRow } from '@gurukul/contract/shared/teacher-row';
import { useQuery } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { query } from '#web/calls/client.ts';
import { NextMeeting, nextText } from '#web/features/meetings/next-meeting.tsx';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import type { Path } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';

const t = classPageTexts;

const nextOf = ({ weekly_slots }: TeacherSlotRow) => weekly_slots[0]?.slot_time ?? '';

/** The meeting that comes next, and the rolls of the last weeks that nobody called. */
export function TeacherNow({ id, slots }: { id: number; slots: readonly TeacherSlotRow[] }) {
  const rolls = useQuery(query(attendance.get_meetings, { teacher_id: id }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page is open there
  const pathname = useMatch({ strict: false, select: (match) => match.pathname as Path });
  const [next] = slots
    .filter((slot) => nextOf(slot) !== '')
    .toSorted((one, other) => nextOf(one).localeCompare(nextOf(other)));
  const count = rolls.data?.data.filter(({ state }) => state === 'not_called').length ?? 0;
  return (
    <>
      {next ? (
        <span>
          {' · '}
          <NextMeeting classId={next.class_id} weekly={nextText(nextOf(next))} />{' '}
          <ThingLink to="class" id={next.class_id}>
            {next.class_name}
          </ThingLink>
        </span>
      ) : null}
      {count > 0 ? (
        <span>
          {' · '}
          <AppLink href={`${pathname}${stringifySearch({ tab: 'rolls', 'rolls-state': 'not_called' })}`}>
            {t.teacherPage.notCalled({ count })}
          </AppLink>
        </span>
      ) : null}
    </>
  );
}
