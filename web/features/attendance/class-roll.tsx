import { attendance, attendanceStatuses, type AttendanceStatus } from '@gurukul/contract/attendance';
import { Anchor, Checkbox, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { messageOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useDraft, useKeepDraft } from '#web/layout/use-leave-guard.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { meetingNamed, whichMeeting } from '#web/lib/format/meeting-name.ts';
import { session } from '#web/lib/session.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, type Address } from '#web/paths.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import type { ClassChosen } from './class-choice.tsx';
import { noMeetingText } from './day-choice.tsx';
import { MeetingChoice, OtherMeeting } from './meeting-choice.tsx';
import { isNoMeeting, type MeetingDays } from './meeting-days.ts';
import classes from './register.module.css';
import { rollAddress } from './roll-address.ts';
import { useAttendees, type Attendee } from './use-attendees.ts';

const t = attendanceTexts.take;

interface Line extends Attendee {
  readonly attendence: 'present' | 'absent';
}

/** Of a day that was taken what is recorded; of any other what is ticked, from the first tick on. */
const columnsOf = (isTaken: boolean, isBegun: boolean): readonly Column<Line>[] => [
  {
    id: 'student_name',
    header: attendanceTexts.studentName,
    value: (line) => line.student_name,
    cell: (line) => <span className={classes.name}>{line.student_name}</span>,
  },
  {
    id: 'attendence',
    header: t.status,
    value: (line) => (isTaken ? (line.attendance_status ?? '') : line.attendence),
    cell: (line) =>
      isTaken || !isBegun ? (
        <Recorded status={isTaken ? line.attendance_status : null} />
      ) : (
        <AttendanceBadge status={line.attendence} />
      ),
    // A line would leave its place while it is being ticked.
    sortable: false,
  },
];

const Recorded = ({ status }: { status: AttendanceStatus | null | undefined }) =>
  status ? (
    <AttendanceBadge status={status} />
  ) : (
    <span className={classes.none}>{attendanceTexts.mark.notMarked}</span>
  );

const idOf = (row: Attendee) => String(row.student_id);

const isAbsent = (line: Line) => line.attendence === 'absent';

function countsText(lines: readonly Line[]) {
  const absent = lines.filter(isAbsent).length;
  return t.counts({ present: lines.length - absent, absent });
}

const isUnmarked = (line: Line) => !line.attendance_status;

/** How many there are of each mark, and of those without one. */
function recordedText(lines: readonly Line[]) {
  const counts = attendanceStatuses.flatMap((status) => {
    const count = lines.filter((line) => line.attendance_status === status).length;
    return count === 0 ? [] : [`${attendanceTexts.statuses[status]}: ${count}`];
  });
  const unmarked = lines.filter(isUnmarked).length;
  return [...counts, ...(unmarked === 0 ? [] : [t.unmarked({ count: unmarked })])].join(', ');
}

function findFault({ course, class: group }: ClassChosen, day: string) {
  if (course === '') return attendanceTexts.selectCourse;
  if (group === '') return t.selectClass;
  return day === '' ? t.selectDate : null;
}

const namedAtMost = 8;

/** The absent by name: one of them may be on a page that was never looked at. */
function absentText(lines: readonly Line[]) {
  const names = lines.filter(isAbsent).map((line) => line.student_name);
  const shown = names.slice(0, namedAtMost).join(', ');
  return names.length > namedAtMost ? t.andMore({ names: shown, more: names.length - namedAtMost }) : shown;
}

interface QuestionProps {
  names: string;
  day: string;
  days: MeetingDays;
  lines: readonly Line[];
}

function Question({ names, day, days, lines }: QuestionProps) {
  const absent = absentText(lines);
  return (
    <>
      {isNoMeeting(days, day) ? (
        <Notice title={`${attendanceTexts.days.noMeeting}.`}>{noMeetingText(days)}</Notice>
      ) : null}
      <Text fw={600}>{t.confirmDate({ day: formatDate(day) })}</Text>
      <Text>{names}</Text>
      <Text>{countsText(lines)}</Text>
      {absent ? (
        <Text c="dimmed" mt="xs">
          {t.absent({ names: absent })}
        </Text>
      ) : null}
    </>
  );
}

interface ClassRollProps {
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

/** The students of a class, to tick who is there; everybody else is absent. Nothing can be saved before a tick. */
export function ClassRoll({ chosen, names, day, meeting, onMeeting, days, onSaved }: ClassRollProps) {
  const attendees = useAttendees(chosen, day, meeting);
  const which = whichMeeting(meetingNamed(meeting));
  const save = useAction(attendance.student_attendence);
  const view = useTableSearch({ size: 10 });
  const draftKey = `ticks of class ${chosen.class}`;
  const kept = useDraft<ReadonlySet<string>>(draftKey);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(kept ?? new Set());
  useKeepDraft(draftKey, () => (ticked.size > 0 ? ticked : null));
  // A roll without a tick is as often a slip as an empty room: the person says which.
  const [isNobody, setNobody] = useState(false);
  const isBegun = isNobody || ticked.size > 0;
  const tick = (next: ReadonlySet<string>) => {
    setTicked(next);
    setNobody(false);
  };
  const [refusal, setRefusal] = useState({ day: '', text: '', isSubmitted: false });
  const isAsking = useRef(false);

  const lines = attendees.rows?.map((row): Line => ({
    ...row,
    attendence: ticked.has(idOf(row)) ? 'present' : 'absent',
  }));
  const refused = refusal.day === day ? refusal.text : '';
  const isTaken = attendees.isTaken || (refused !== '' && refusal.isSubmitted);

  const record = async (rows: readonly Line[]) => {
    const attendence = rows.map((row) => ({
      student_id: row.student_id,
      teacher_id: session.uid,
      course_id: chosen.course,
      class_id: chosen.class,
      date: day,
      attendence: row.attendence,
    }));
    try {
      const answer = await save.run({ ...which, attendence });
      tellDone(answer, t.updated, { kind: 'marked', what: `${names}, ${formatDate(day)}` });
      onSaved();
    } catch (error) {
      const text = messageOf(error);
      const isSubmitted = refusedWith(error, 'attendance_submitted') !== undefined;
      setRefusal({ day, text, isSubmitted });
      toast.error(text);
    }
  };

  const selection = {
    selected: ticked,
    onChange: tick,
    nameOf: (line: Line) => line.student_name,
  };

  const findMissing = () => {
    const fault = findFault(chosen, day);
    if (fault) return fault;
    if (attendees.meetings) return attendanceTexts.days.several;
    if (attendees.isTaken) return t.taken({ day: formatDate(day) });
    if (!lines || !attendees.isSettled) return t.notThereYet;
    if (lines.length === 0) return t.nobody;
    return isBegun ? null : t.tickFirst;
  };
  const missing = findMissing();

  const submit = async () => {
    if (isAsking.current || save.isPending || !lines) return;
    isAsking.current = true;
    try {
      if (await confirm(<Question names={names} day={day} days={days} lines={lines} />)) await record(lines);
    } finally {
      isAsking.current = false;
    }
  };

  const rest = attendees.isTaken && lines?.some(isUnmarked);
  const roll = {
    course_id: Number(chosen.course),
    class_id: Number(chosen.class),
    attendance_date: day,
    ...which,
  };
  const correction: Address = `${paths.markAttendance}${stringifySearch({ ...chosen, date: day, meeting, show: 'yes' })}`;
  return (
    <>
      {meeting === '' ? null : <OtherMeeting onChoose={onMeeting} />}
      {chosen.class === '' ? (
        <EmptyState title={t.hint} />
      ) : attendees.meetings ? (
        <MeetingChoice meetings={attendees.meetings} onChoose={onMeeting} />
      ) : (
        <>
          <Text c="dimmed" mb="sm">
            {attendees.isTaken ? t.recorded : t.how}
          </Text>
          <DataTable
            label={t.table}
            columns={columnsOf(attendees.isTaken, isBegun)}
            rows={lines}
            rowId={idOf}
            view={view}
            {...(attendees.isTaken ? {} : { selection })}
            isStale={!attendees.isSettled}
            query={{ data: attendees.rows, error: attendees.error, refetch: attendees.refetch }}
            phone="scroll"
          />
        </>
      )}
      <div className={classes.bar}>
        {refused ? (
          <Text className={classes.refusal}>
            {attendanceTexts.mark.failed} {refused}
          </Text>
        ) : null}
        {isTaken ? (
          <Text className={classes.taken}>
            {refused ? '' : `${t.taken({ day: formatDate(day) })} `}
            <Anchor component={AppLink} href={correction} inherit>
              {t.correct}
            </Anchor>
            {rest ? (
              <>
                {' · '}
                <Anchor component={AppLink} href={rollAddress(roll)} inherit>
                  {t.callRest}
                </Anchor>
              </>
            ) : null}
          </Text>
        ) : null}
        <output className={classes.count}>
          {lines && lines.length > 0 && (attendees.isTaken || isBegun)
            ? (attendees.isTaken ? recordedText : countsText)(lines)
            : ''}
        </output>
        {lines && lines.length > 0 && !isTaken ? (
          <Checkbox
            className={classes.nobody}
            label={t.nobodyCame}
            checked={isNobody}
            onChange={({ currentTarget: { checked } }) => {
              setTicked(new Set());
              setNobody(checked);
            }}
          />
        ) : null}
        <ActionButton
          className={classes.submit}
          aria-busy={save.isPending}
          disabledReason={missing}
          onRefused={() => toast.warning(missing ?? '')}
          onClick={() => void submit()}
        >
          {save.isPending ? attendanceTexts.mark.submitting : t.submit}
        </ActionButton>
      </div>
    </>
  );
}
