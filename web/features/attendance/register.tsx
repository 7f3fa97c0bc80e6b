import { attendance, attendanceStatuses, type MarkingRow } from '@gurukul/contract/attendance';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useDraft, useKeepDraft } from '#web/layout/use-leave-guard.ts';
import { attendanceTableHeight } from '#web/lib/constants.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { meetingNamed, whichMeeting } from '#web/lib/format/meeting-name.ts';
import { session } from '#web/lib/session.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import { noMeetingText } from './day-choice.tsx';
import { MarkHistory } from './mark-history.tsx';
import { MeetingChoice, meetingsToChoose, OtherMeeting } from './meeting-choice.tsx';
import { isNoMeeting, type MeetingDays } from './meeting-days.ts';
import { namedLike } from '@gurukul/contract/shared/person/sound';
import classes from './register.module.css';

const t = attendanceTexts.mark;

/** The status and, where it was corrected, how it came about. */
function Status({ row, day }: { row: MarkingRow; day: string }) {
  const { attendance_status: status, student_attendance_id: id, corrected = false } = row;
  if (!status) return <span className={classes.none}>{t.notMarked}</span>;
  return (
    <span className={classes.mark}>
      <AttendanceBadge status={status} />
      {corrected && id ? <MarkHistory id={id} student={row.student_name} day={day} /> : null}
    </span>
  );
}

const columnsOf = (day: string): Column<MarkingRow>[] => [
  {
    id: 'student_name',
    header: attendanceTexts.studentName,
    value: (row) => row.student_name,
    cell: (row) => <span className={classes.name}>{row.student_name}</span>,
  },
  {
    id: 'attendance_status',
    header: t.status,
    value: ({ attendance_status: status }) => (status ? attendanceTexts.statuses[status] : t.notMarked),
    cell: (row) => <Status row={row} day={day} />,
  },
];

const statusOptions = [
  { value: '', label: t.chooseStatus },
  ...attendanceStatuses.map((value) => ({ value, label: attendanceTexts.statuses[value] })),
];

const title = `${attendanceTexts.days.noMeeting}.`;

/** Asked before marks are saved for a day on which the class does not meet: usually the day is a mistake. */
function NoMeeting({ day, days }: { day: string; days: MeetingDays }) {
  return (
    <>
      <Text>{noMeetingText(days)}</Text>
      <Text>{attendanceTexts.days.allTheSame({ day: formatDate(day) })}</Text>
    </>
  );
}

const idOf = (row: MarkingRow) => String(row.student_id);

function markedText(rows: readonly MarkingRow[]) {
  const marked = rows.filter((row) => row.attendance_status !== null).length;
  return marked === rows.length
    ? t.allMarked({ all: rows.length })
    : t.marked({ count: marked, all: rows.length });
}

/** Who is ticked, and the status that they get. */
interface Marks {
  readonly selected: ReadonlySet<string>;
  readonly choice: string;
}

interface RegisterProps {
  courseId: number;
  classId: number;
  day: string;
  /** As an address carries it; '' for the only one of that day. */
  meeting: string;
  onMeeting: (meeting: string) => void;
  days: MeetingDays;
  onSaved: () => void;
}

/** The students of a class on one day; those who are ticked get the chosen status. */
export function Register({ courseId, classId, day, meeting, onMeeting, days, onSaved }: RegisterProps) {
  const place = {
    course_admin_id: session.uid,
    course_id: courseId,
    class_id: classId,
    attendance_date: day,
    ...whichMeeting(meetingNamed(meeting)),
  };
  // Somebody else may be marking the same class, so a recent answer is read again too.
  const list = useQuery({ ...query(attendance.get_students_attendence, place), staleTime: 0 });
  const save = useAction(attendance.update_students_attendance);
  const draftKey = `marks of class ${classId} on ${day} ${meeting}`;
  const kept = useDraft<Marks>(draftKey);
  const [selected, setSelected] = useState<ReadonlySet<string>>(kept?.selected ?? new Set());
  const [choice, setChoice] = useState(kept?.choice ?? '');
  useKeepDraft(draftKey, () => (selected.size > 0 || choice !== '' ? { selected, choice } : null));
  const [search, setSearch] = useSearchParam('q');

  const rows = list.data?.data;
  const isLike = namedLike(search);
  const shown = rows?.filter((row) => isLike(row.student_name));
  const chosen = rows?.filter((row) => selected.has(idOf(row))) ?? [];
  const status = attendanceStatuses.find((value) => value === choice);

  const submit = async () => {
    if (save.isPending) return;
    if (chosen.length === 0) return toast.warning(t.selectStudents);
    if (!status) return toast.warning(t.selectStatus);
    if (isNoMeeting(days, day) && !(await confirm(<NoMeeting day={day} days={days} />, { title }))) return;
    const students = chosen.map(({ student_id, student_attendance_id, attendance_id }) => ({
      student_id,
      student_attendance_id,
      attendance_id,
      attendance_status: status,
    }));
    try {
      const answer = await save.run({ ...place, students });
      tellDone(answer, t.updated, { kind: 'marked', what: formatDate(day) });
      onSaved();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  const meetings = list.data ? undefined : meetingsToChoose(list.error);
  if (meetings) return <MeetingChoice meetings={meetings} onChoose={onMeeting} />;
  return (
    <>
      {meeting === '' ? null : <OtherMeeting onChoose={onMeeting} />}
      <div className={classes.head}>
        <SearchBox label={attendanceTexts.searchStudent} value={search} onChange={setSearch} />
        {rows && rows.length > 0 ? <Text className={classes.marked}>{markedText(rows)}</Text> : null}
      </div>
      {list.isRefetchError ? (
        <FailedState message={messageOf(list.error)} onRetry={() => void list.refetch()} />
      ) : null}
      <DataTable
        label={t.title}
        columns={columnsOf(day)}
        rows={shown}
        rowId={idOf}
        selection={{ selected, onChange: setSelected, nameOf: (row) => row.student_name }}
        query={list}
        maxHeight={attendanceTableHeight(shown?.length ?? 0)}
        phone="scroll"
      />
      {rows && rows.length > 0 ? (
        <div className={classes.bar}>
          <output className={classes.count}>{t.chosen({ count: chosen.length, all: rows.length })}</output>
          <NativeSelect
            className={classes.status}
            label={t.status}
            data={statusOptions}
            value={choice}
            onChange={(event) => setChoice(event.currentTarget.value)}
          />
          <Button
            className={classes.submit}
            aria-disabled={save.isPending}
            data-disabled={save.isPending || undefined}
            onClick={() => void submit()}
          >
            {save.isPending ? t.submitting : t.submit}
          </Button>
          {save.error && !save.isPending ? (
            <Text className={classes.refusal}>
              {t.failed} {messageOf(save.error)}
            </Text>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
