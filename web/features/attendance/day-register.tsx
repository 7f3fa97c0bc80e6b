import { attendance, attendanceStatuses, registerStatuses } from '@gurukul/contract/attendance';
import { Anchor, Checkbox, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { messageOf, refusedWith } from '#web/calls/errors.ts';
import type { Tapped } from '#web/calls/roll-taps.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { attendanceTableHeight } from '#web/lib/constants.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paths, type Address } from '#web/paths.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AppLink } from '#web/ui/link.tsx';
import type { ClassChosen } from './class-choice.tsx';
import { noMeetingText } from './day-choice.tsx';
import { earlyText, startOf } from './early.ts';
import { MeetingChoice } from './meeting-choice.tsx';
import { isNoMeeting, type MeetingDays } from './meeting-days.ts';
import { Register, WithTaps } from './register.tsx';
import { registerColumns, RegisterTable } from './register-table.tsx';
import { rollAddress } from './roll-address.ts';
import { countsOf } from './roll-words.ts';
import { useDayRoll } from './use-day-roll.ts';
import { useRegister, type Door, type Line } from './use-register.ts';
import classes from './register.module.css';

const { take: t, mark: m, days: d, statuses } = attendanceTexts;

interface DayDoor extends Door {
  readonly columns: ReturnType<typeof registerColumns>;
  readonly table: string;
  readonly submit: string;
  /** Under which its ticks are stored. */
  readonly nameOf: (props: Pick<DayRegisterProps, 'chosen' | 'day' | 'meeting'>) => string;
  /** What was marked, for the message afterwards. */
  readonly what: (names: string, day: string) => string;
}

/** The two pages: what differs between them in words and in what they store. */
const doors = {
  /** Ticks say who is there; everybody else is absent. Nothing can be saved before a tick. */
  take: {
    statuses: registerStatuses,
    unmarked: 'absent',
    address: ['course', 'class', 'roll'],
    columns: registerColumns(t.status, false),
    table: t.table,
    submit: t.submit,
    nameOf: ({ chosen }) => `take ${chosen.class}`,
    what: (names, day) => `${names}, ${formatDate(day)}`,
  },
  /** Those who are ticked get the chosen status, or one of their own. */
  mark: {
    statuses: attendanceStatuses,
    unmarked: null,
    address: ['course', 'class', 'date', 'meeting', 'show'],
    columns: registerColumns(m.status, true),
    table: m.title,
    submit: m.submit,
    nameOf: ({ chosen, day, meeting }) => `mark ${chosen.class} ${day} ${meeting}`,
    what: (_, day) => formatDate(day),
  },
} as const satisfies Record<string, DayDoor>;

const statusOptions = [
  { value: '', label: m.chooseStatus },
  ...attendanceStatuses.map((value) => ({ value, label: statuses[value] })),
];

const isAbsent = ({ status }: Line) => status === 'absent';
const unmarkedOf = (lines: readonly Line[]) => lines.filter(({ saved }) => saved === null).length;

function markedText(lines: readonly Line[]) {
  const count = lines.length - unmarkedOf(lines);
  return count === lines.length ? m.allMarked({ all: count }) : m.marked({ count, all: lines.length });
}

/** How many there are of each recorded mark, and of those without one. */
function recordedText(lines: readonly Line[]) {
  const counts = attendanceStatuses.flatMap((status) => {
    const count = lines.filter(({ saved }) => saved === status).length;
    return count === 0 ? [] : [`${statuses[status]}: ${count}`];
  });
  const unmarked = unmarkedOf(lines);
  return [...counts, ...(unmarked === 0 ? [] : [t.unmarked({ count: unmarked })])].join(', ');
}

const countsText = (lines: readonly Line[]) => countsOf(lines.map(({ status }) => status ?? 'absent'));

const namedAtMost = 8;

/** The absent by name: one of them may be on a page that was never looked at. */
function absentText(lines: readonly Line[]) {
  const all = lines.filter(isAbsent).map(({ student }) => student.student_name);
  const names = all.slice(0, namedAtMost).join(', ');
  const more = all.length - namedAtMost;
  return t.absent({ names: more > 0 ? t.andMore({ names, more }) : names });
}

interface DayRegisterProps {
  of: keyof typeof doors;
  chosen: ClassChosen;
  /** Course and class, as people call them. */
  names: string;
  day: string;
  /** As an address carries it; '' for the only one of that day. */
  meeting: string;
  onMeeting: (meeting: string) => void;
  days: MeetingDays;
  onSaved: () => void;
}

/** Take attendance always asks, with the day; Mark Attendance, where the class does not meet: usually that is a mistake. */
async function mayI({ of, names, chosen, day, meeting, days }: DayRegisterProps, lines: readonly Line[]) {
  const isOdd = isNoMeeting(days, day);
  if (of === 'mark') {
    const question = `${noMeetingText(days)} ${d.allTheSame({ day: formatDate(day) })}`;
    return !isOdd || confirm(question, { title: `${d.noMeeting}.` });
  }
  const isCalled = lines.some(({ saved }) => saved !== null);
  const early = isCalled ? '' : earlyText(await startOf(Number(chosen.class), day, meeting), Date.now());
  return confirm(
    <>
      {isOdd ? <Notice title={`${d.noMeeting}.`}>{noMeetingText(days)}</Notice> : null}
      {early ? <Notice title={early}>{rollCallTexts.earlyEffect}</Notice> : null}
      <Text fw={600}>{t.confirmDate({ day: formatDate(day) })}</Text>
      <Text>{names}</Text>
      <Text>{countsText(lines)}</Text>
      {lines.some(isAbsent) ? <Text c="dimmed">{absentText(lines)}</Text> : null}
    </>,
  );
}

function findMissing(
  { chosen, day }: DayRegisterProps,
  list: ReturnType<typeof useDayRoll>,
  isBegun: boolean,
) {
  if (chosen.course === '') return attendanceTexts.selectCourse;
  if (chosen.class === '') return t.selectClass;
  if (day === '') return t.selectDate;
  if (list.meetings) return d.several;
  if (list.isTaken) return t.taken({ day: formatDate(day) });
  if (!list.isSettled) return t.notThereYet;
  if (list.roll.students.length === 0) return t.nobody;
  return isBegun ? null : t.tickFirst;
}

/** That the day has a register already, and the ways to change it. */
function Taken({ chosen, day, meeting, rest }: DayRegisterProps & { rest: Address | null }) {
  const correction: Address = `${paths.markAttendance}${stringifySearch({ ...chosen, date: day, meeting, show: 'yes' })}`;
  return (
    <Text size="sm" w="100%">
      {t.taken({ day: formatDate(day) })}{' '}
      <Anchor component={AppLink} href={correction} inherit>
        {t.correct}
      </Anchor>
      {rest ? ' · ' : null}
      {rest ? (
        <Anchor component={AppLink} href={rest} inherit>
          {t.callRest}
        </Anchor>
      ) : null}
    </Text>
  );
}

/** Saves what a door has marked, by its own call. */
function useSave(
  { of, chosen, day, names }: DayRegisterProps,
  { which, marked }: ReturnType<typeof useDayRoll>,
) {
  const take = useAction(attendance.student_attendence);
  const update = useAction(attendance.update_students_attendance);
  const ofClass = { course_id: Number(chosen.course), class_id: Number(chosen.class) };
  const send = (lines: readonly Line[], taps: Tapped['taps']) =>
    of === 'take'
      ? take.run({
          ...which,
          attendence: lines.map(({ student: { student_id }, status }) => ({
            student_id,
            teacher_id: session.uid,
            ...ofClass,
            date: day,
            attendence: status === 'present' ? status : ('absent' as const),
          })),
        })
      : update.run({
          course_admin_id: session.uid,
          ...ofClass,
          attendance_date: day,
          ...which,
          students: (marked ?? []).flatMap(({ attendance_status: seen, ...row }) => {
            const { student_id, student_attendance_id, attendance_id } = row;
            const attendance_status = taps.get(student_id);
            return attendance_status
              ? [{ student_id, student_attendance_id, attendance_id, attendance_status, seen }]
              : [];
          }),
        });
  const what = doors[of].what(names, day);
  return {
    isPending: take.isPending || update.isPending,
    save: async (lines: readonly Line[], taps: Tapped['taps']) =>
      tellDone(await send(lines, taps), t.updated, { kind: 'marked', what }),
  };
}

function Opened({ before, ...props }: DayRegisterProps & { before: Tapped | null }) {
  const { of, chosen, day, meeting, onMeeting, onSaved } = props;
  const door = doors[of];
  const isTake = of === 'take';
  const list = useDayRoll(chosen, day, meeting);
  const isClosed = isTake && list.isTaken;
  const register = useRegister({ door, name: door.nameOf(props), roll: list.roll, before, isClosed });
  const { lines, shown, ticked, taps, refusal, mark } = register;
  const { save, isPending } = useSave(props, list);
  const view = useTableSearch({ size: 10 });
  /** What all get who are ticked. */
  const [choice, setChoice] = useState<Line['status']>(null);
  const isBegun = taps.size > 0;
  const isTaken = isClosed || refusedWith(refusal, 'attendance_submitted') !== undefined;
  const missing = isTake ? findMissing(props, list, isBegun) : null;

  const submit = () =>
    register.save(async () => {
      if (!isTake && ticked.length === 0) return toast.warning(m.selectStudents);
      if ([...taps.values()].includes(null)) return toast.warning(m.selectStatus);
      if (!(await mayI(props, lines))) return undefined;
      await save(lines, taps);
      await register.clear();
      return onSaved();
    });

  if (!isTake && list.meetings) return <MeetingChoice meetings={list.meetings} onChoose={onMeeting} />;
  const hasLines = lines.length > 0;
  const counts = isClosed ? recordedText(lines) : isBegun ? countsText(lines) : '';
  return (
    <Register
      register={register}
      lead={
        <>
          {meeting === '' ? null : <MeetingChoice onChoose={onMeeting} />}
          {isTake && chosen.class && !list.meetings ? (
            <Text c="dimmed" mb="sm">
              {isClosed ? t.recorded : t.how}
            </Text>
          ) : null}
          {list.againError ? (
            <FailedState message={messageOf(list.againError)} onRetry={list.query.refetch} />
          ) : null}
        </>
      }
      tools={hasLines && !isTake ? <Text c="dimmed">{markedText(lines)}</Text> : null}
      bar={
        isTake || hasLines ? (
          <>
            {refusal ? (
              <Text size="sm" c="red" w="100%">
                {m.failed} {messageOf(refusal)}
              </Text>
            ) : null}
            {isTaken ? (
              <Taken {...props} rest={isClosed && unmarkedOf(lines) > 0 ? rollAddress(list.roll) : null} />
            ) : null}
            <output className={classes.counts}>
              {isTake ? counts : m.chosen({ count: ticked.length, all: lines.length })}
            </output>
            {isTake ? null : (
              <NativeSelect
                className={classes.status}
                label={m.status}
                data={statusOptions}
                value={choice ?? ''}
                onChange={({ currentTarget: { value } }) => {
                  const next = attendanceStatuses.find((status) => status === value) ?? null;
                  setChoice(next);
                  mark(ticked.map(({ student }) => [student.student_id, next]));
                }}
              />
            )}
            {isTake && hasLines && !isTaken ? (
              // A roll without a tick is as often a slip as an empty room: the person says which.
              <Checkbox
                label={t.nobodyCame}
                checked={isBegun && lines.every(isAbsent)}
                onChange={({ currentTarget: { checked } }) =>
                  mark(lines.map(({ student }) => [student.student_id, checked ? 'absent' : undefined]))
                }
              />
            ) : null}
            <ActionButton
              className={classes.save}
              data-save
              aria-busy={isPending}
              disabledReason={missing}
              onRefused={() => toast.warning(missing ?? '')}
              onClick={() => void submit()}
            >
              {isPending ? m.submitting : door.submit}
            </ActionButton>
          </>
        ) : null
      }
    >
      {isTake && chosen.class === '' ? (
        <EmptyState title={t.hint} />
      ) : list.meetings ? (
        <MeetingChoice meetings={list.meetings} onChoose={onMeeting} />
      ) : (
        <RegisterTable
          register={register}
          label={door.table}
          columns={door.columns}
          tick={isTake ? 'present' : choice}
          query={list.query}
          isStale={!list.isSettled}
          {...(isTake ? { view } : { maxHeight: attendanceTableHeight(shown.length) })}
        />
      )}
    </Register>
  );
}

/** The students of a class on a day: to tick who is there, or to say of some how they attended. */
export const DayRegister = (props: DayRegisterProps) => (
  <WithTaps name={doors[props.of].nameOf(props)}>
    {(before) => <Opened {...props} before={before} />}
  </WithTaps>
);
