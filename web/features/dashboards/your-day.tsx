import { attendance, type TestAhead } from '@gurukul/contract/attendance';
import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { dashboards, type TodayGroup } from '@gurukul/contract/dashboards';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { rollName } from '#web/features/attendance/roll-address.ts';
import { RollLink, useUnsentRolls } from '#web/features/attendance/rolls-due.tsx';
import rollClasses from '#web/features/attendance/rolls-due.module.css';
import { JoinButton } from '#web/features/meetings/join-button.tsx';
import { addDays } from '#web/lib/format/days.ts';
import { today as dayToday } from '#web/lib/format/format.ts';
import { ownMomentOf } from '#web/lib/format/meeting-times.ts';
import { session } from '#web/lib/session.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { todayTexts } from '#web/texts/today.ts';
import { AppLink } from '#web/ui/link.tsx';
import { paths, type Address } from '#web/paths.ts';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { calmWords } from './calm-words.ts';
import { Calm, Older } from './today.tsx';
import { Lines } from './today-item.tsx';
import { todayList } from './today-words.ts';
import classes from './your-day.module.css';

const t = todayTexts.day;
const teacher = 'teacher';

const minuteMs = 60_000;

/** `in 25 minutes`, `in 3 hours`, `in 2 days` by the calendar; of a meeting that has begun, that it is on. */
export function timeLeft(starts_at: string, now: number): string {
  const minutes = Math.ceil((Date.parse(starts_at) - now) / minuteMs);
  if (minutes <= 0) return t.onGoing;
  if (minutes < 120) return t.minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t.hours({ hours });
  const [day, start] = [now, Date.parse(starts_at)].map((at) => Date.parse(dayToday(new Date(at))));
  return t.days({ days: (start! - day!) / 86_400_000 });
}

const dayAfter = (days: number) => addDays(dayToday(), days);

/** In days: a class that does not meet within them has no next meeting to speak of. */
const meetingAhead = 8;

/** The rolls and meetings of a teacher's day, as they come from their calls. */
export function useDay(isTeaching: boolean) {
  const rolls = useQuery({ ...query(attendance.get_rolls, {}), enabled: isTeaching });
  const week = useQuery({
    ...query(meetings.get_meetings, { from: dayAfter(-1), to: dayAfter(meetingAhead), class_id: null }),
    enabled: isTeaching,
  });
  const own = (week.data?.data ?? []).filter(
    ({ teacher_id, state }) =>
      String(teacher_id) === session.uid && state !== 'canceled' && state !== 'day_off',
  );
  return {
    rolls,
    own,
    // Without a connection the meetings do not come.
    isPending: isTeaching && (rolls.isPending || week.isLoading),
  };
}

type Day = ReturnType<typeof useDay>;

/** The meeting that is on, or the next one. */
const nextOf = (own: readonly Meeting[], now: number) =>
  own
    .filter(({ ends_at }) => Date.parse(ends_at) > now)
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))[0];

interface DayLineProps {
  /** What begins, and is joined. */
  meeting: ComponentProps<typeof JoinButton>['meeting'] & { readonly starts_at: string };
  href: Address;
  name: string;
  title: string;
  beside: string;
  now: number;
}

/** Something of the day that begins at a time and is joined online. */
function DayLine({ meeting, href, name, title, beside, now }: DayLineProps) {
  return (
    <li className={rollClasses.line}>
      <AppLink href={href} className={rollClasses.link}>
        <span className={rollClasses.words}>
          <span className={rollClasses.name}>
            {title}, {timeLeft(meeting.starts_at, now)}
          </span>
          <span className={rollClasses.more}>
            {ownMomentOf(meeting.starts_at)} · {beside}
          </span>
        </span>
        <IconChevronRight aria-hidden size={20} className={rollClasses.onward} />
      </AppLink>
      <JoinButton meeting={meeting} name={name} />
    </li>
  );
}

function NextMeeting({ meeting, now }: { meeting: Meeting; now: number }) {
  const { class_id, class_name, course_name, is_covered } = meeting;
  return (
    <DayLine
      meeting={meeting}
      // The class of a meeting that they take for another is not theirs to open.
      href={is_covered ? paths.schedule : thingAddress('class', class_id)}
      name={class_name}
      title={`${t.next} · ${class_name}`}
      beside={course_name}
      now={now}
    />
  );
}

/** A test by appointment that they take: the result is said on the page of tests. */
function TestLine({ test, now }: { test: TestAhead; now: number }) {
  const { portion_name, student_name } = test;
  return (
    <DayLine
      meeting={test}
      href={paths.tests}
      name={portion_name}
      title={t.test({ portion: portion_name })}
      beside={student_name}
      now={now}
    />
  );
}

const isOf = (roll: Roll, meeting: Pick<Meeting, 'class_id' | 'starts_at'> | undefined) =>
  roll.class_id === meeting?.class_id && roll.starts_at === meeting.starts_at;

/** Today waits for it: it is over, and somebody has no mark. */
const isWaitedFor = ({ ends_at, students }: Roll, now: number) =>
  ends_at !== null &&
  Date.parse(ends_at) <= now &&
  students.some(({ attendance_status }) => attendance_status === null);

/** What Today knows beside the rolls that the day lists itself. Of its count only the first ones have come as items. */
export function withoutRolls(
  groups: readonly TodayGroup[],
  rolls: readonly Roll[],
  now: number,
): TodayGroup[] {
  const listed = rolls.filter((roll) => isWaitedFor(roll, now)).length;
  return groups.flatMap((group) => {
    if (group.kind !== 'unmarked_class') return [group];
    const items = group.items.filter(
      ({ class_id, at }) =>
        !rolls.some((roll) => class_id !== null && at !== null && isOf(roll, { class_id, starts_at: at })),
    );
    const count = Math.max(items.length, group.count - listed);
    return count > 0 ? [{ ...group, count, items }] : [];
  });
}

/** One list of a teacher's day: the next meeting, the rolls to call, homework, and who was absent thrice. */
export function YourDay({ day: { rolls, own } }: { day: Day }) {
  // The same question as that of the dashboard, which is asked only once.
  const today = useQuery(query(dashboards.get_today, {}));
  const now = useNow();
  const unsent = useUnsentRolls();
  const due = rolls.data?.data ?? [];
  // What an older version kept on the device has none.
  const tests = (rolls.data?.tests ?? []).filter(({ ends_at }) => Date.parse(ends_at) > now);
  const next = nextOf(own, now);
  const isNextInRolls = due.some((roll) => isOf(roll, next));
  const others = withoutRolls(today.data?.data ?? [], due, now);
  const hasLines = due.length > 0 || next !== undefined || tests.length > 0;
  const failure = rolls.isError ? messageOf(rolls.error) : today.error?.message;
  return (
    <Panel title={t.title}>
      {hasLines ? (
        <ul className={rollClasses.list}>
          {next && !isNextInRolls ? <NextMeeting meeting={next} now={now} /> : null}
          {tests.map((test) => (
            <TestLine key={test.test_id} test={test} now={now} />
          ))}
          {due.map((roll) => (
            <RollLink
              key={rollName(roll)}
              roll={roll}
              isWaiting={unsent.has(rollName(roll))}
              {...(next && isOf(roll, next) && { note: timeLeft(next.starts_at, now) })}
            />
          ))}
        </ul>
      ) : null}
      {others.map((group) => (
        <section
          key={group.kind}
          className={classes.kind}
          aria-label={dashboardsTexts.today[group.kind].title}
        >
          <h3>
            {dashboardsTexts.today[group.kind].title} <span>{group.count}</span>
          </h3>
          <Lines group={group} role={teacher} />
          {group.count > group.items.length ? (
            <LoneLink href={todayList(group.kind)}>{dashboardsTexts.today.all}</LoneLink>
          ) : null}
        </section>
      ))}
      {today.data && others.length === 0 && due.length + tests.length === 0 ? (
        <Calm {...calmWords('teacher', today.data.has)} />
      ) : null}
      <Older older={today.data?.older} />
      {failure ? (
        <FailedState
          title={dashboardsTexts.today.failed}
          message={failure}
          onRetry={() => {
            void rolls.refetch();
            void today.refetch();
          }}
        />
      ) : null}
    </Panel>
  );
}
