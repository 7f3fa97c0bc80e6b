import { attendanceStatuses, markLetters, type AttendanceStatus } from '@gurukul/contract/attendance';
import { Button, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { IconDotsVertical, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { tapsOf, type Tapped } from '#web/calls/roll-taps.ts';
import { letterKeys } from '#web/lib/browser/letter-keys.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { AbsentFirst } from './absent-first.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import { MarkHistory } from './mark-history.tsx';
import type { Line, Register as RegisterState } from './use-register.ts';
import classes from './register.module.css';

const t = rollCallTexts;

const MeetingReportDialog = lazy(async () => ({
  default: (await import('./meeting-report/dialog.tsx')).MeetingReportDialog,
}));

/** The parts of a register, once the device has said what it keeps of it. */
export function WithTaps({
  name,
  children,
}: {
  name: string;
  children: (before: Tapped | null) => ReactNode;
}) {
  const before = useQuery(tapsOf(name).query);
  return before.isPending ? <LoadingState /> : children(before.data ?? null);
}

/** The other marks: the browser's own list, which the register hears. */
export const OtherMarks = ({ line: { student, status } }: { line: Line }) => (
  <span className={classes.other}>
    <IconDotsVertical aria-hidden size={20} />
    <select
      aria-label={t.otherStatus({ name: student.student_name })}
      value={status ?? ''}
      onChange={() => undefined}
      data-mark={student.student_id}
    >
      {status === null ? <option value="">{attendanceTexts.mark.notMarked}</option> : null}
      {attendanceStatuses.map((value) => (
        <option key={value} value={value}>
          {attendanceTexts.statuses[value]}
        </option>
      ))}
    </select>
  </span>
);

interface StudentLineProps {
  line: Line;
  /** Others are recorded, and this one is not. */
  isMissing: boolean;
  onMark: (status: AttendanceStatus) => void;
}

/** One tap for the two usual marks. The list at the row's end has the others. */
function StudentLine({ line, isMissing, onMark }: StudentLineProps) {
  const { student, status } = line;
  const {
    student_id,
    student_name,
    student_attendance_id: id,
    corrected,
    cannot_come: reason,
    level_missing: isEarly,
  } = student;
  return (
    <li className={classes.line} data-status={status}>
      <UnstyledButton
        className={classes.student}
        role="switch"
        aria-checked={status === 'present'}
        data-row={student_id}
        onClick={() => onMark(status === 'present' ? 'absent' : 'present')}
      >
        <span className={classes.name}>
          {student_name}
          {isMissing ? <small className={classes.excuse}>{t.notMarked}</small> : null}
          {isEarly ? <small className={classes.excuse}>{attendanceTexts.mark.levelMissing}</small> : null}
          {reason === undefined ? null : (
            <small className={classes.excuse} dir="auto">
              {reason === '' ? myPageTexts.saidBefore : myPageTexts.saidWhy({ reason })}
            </small>
          )}
        </span>
        {status ? <AttendanceBadge status={status} /> : null}
      </UnstyledButton>
      {corrected && id ? <MarkHistory id={id} student={student_name} day={line.day} /> : null}
      <OtherMarks line={line} />
    </li>
  );
}

type Marking = Pick<RegisterState, 'shown' | 'mark'>;

/** Hears what is chosen in the lists of `OtherMarks`. */
export const hearing =
  (mark: Marking['mark']) =>
  ({ target }: FormEvent) => {
    if (!(target instanceof HTMLSelectElement) || target.dataset['mark'] === undefined) return;
    const status = attendanceStatuses.find((known) => known === target.value);
    if (status) mark([[Number(target.dataset['mark']), status]]);
  };

/** The students as a list: a tap on one changes the mark. In a roll that is not finished the missing ones stand first. */
export function TapList({ register: { shown, mark } }: { register: Marking }) {
  const recorded = shown.filter(({ saved }) => saved !== null);
  const missing = recorded.length === 0 ? [] : shown.filter(({ saved }) => saved === null);
  const ordered = missing.length === 0 ? shown : [...missing, ...recorded];
  return (
    <ul className={classes.lines} aria-label={t.students} data-table onChange={hearing(mark)}>
      {ordered.map((line) => (
        <StudentLine
          key={line.student.student_id}
          line={line}
          isMissing={missing.includes(line)}
          onMark={(status) => mark([[line.student.student_id, status]])}
        />
      ))}
    </ul>
  );
}

/** One mark for everybody in sight. */
export const MarkAll = ({ register: { door, shown, mark } }: { register: RegisterState }) => (
  <NativeSelect
    aria-label={t.markAll({ count: shown.length })}
    value=""
    onChange={({ currentTarget: { value } }) => {
      const status = door.statuses.find((known) => known === value);
      if (status) mark(shown.map(({ student }) => [student.student_id, status]));
    }}
    data={[
      { value: '', label: t.markAll({ count: shown.length }) },
      ...door.statuses.map((value) => ({ value, label: attendanceTexts.statuses[value] })),
    ]}
  />
);

const statusOfKey = (key: string, statuses: readonly AttendanceStatus[]) =>
  statuses.find(
    (status) => markLetters[status] === key || String(attendanceStatuses.indexOf(status) + 1) === key,
  );

/** To the student above or below in the list; a table walks its own rows. */
function walk({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('button[data-row]')];
  const at = rows.findIndex((row) => row === target);
  const next = rows[key === 'ArrowDown' ? at + 1 : key === 'ArrowUp' ? at - 1 : -1];
  if (at >= 0) next?.focus();
  return at >= 0 && next !== undefined;
}

const fields = 'select, input:not([type=checkbox]), textarea';

/** Marks the student who has the focus, goes to another one, or saves. */
function press(event: KeyboardEvent<HTMLElement>, { door, mark }: RegisterState) {
  const { key, target, currentTarget } = event;
  if (!(target instanceof Element) || event.defaultPrevented) return;
  if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    currentTarget.querySelector<HTMLElement>('[data-save]')?.click();
    return event.preventDefault();
  }
  const row = target.closest<HTMLElement>('[data-row]');
  if (!row || target.matches(fields) || event.ctrlKey || event.metaKey || event.altKey) return;
  const status = letterKeys.isOn ? statusOfKey(key, door.statuses) : undefined;
  if (status) mark([[Number(row.dataset['row']), status]]);
  if (status || walk(event)) event.preventDefault();
}

/** With fewer, all are in sight. */
const searchedFrom = 12;

interface RegisterProps {
  register: RegisterState;
  /** What it is and what to do. */
  lead: ReactNode;
  /** Beside the search. */
  tools?: ReactNode;
  /** Something here may be older than what is recorded. */
  isOld?: boolean;
  /** The students: a list or a table. */
  children: ReactNode;
  /** Its foot, with the button that saves (`data-save`). */
  bar: ReactNode;
}

/** What all doors have: search, the meeting's report, keys, who was absent, and a foot that stays in sight. */
export function Register({ register, lead, tools, isOld = false, children, bar }: RegisterProps) {
  const { roll, lines, isClosed, isMarked, hasNews, fill } = register;
  const [isReading, setReading] = useState(false);
  // Above a table they would push it out of sight.
  const isOnTop = register.door.unmarked === 'present';
  const absent =
    isMarked && !hasNews && !isOld ? (
      <AbsentFirst
        roll={roll}
        absent={lines.flatMap(({ student, saved }) => (saved === 'absent' ? [student] : []))}
      />
    ) : null;
  const isOpen = lines.length > 0 && roll.attendance_date !== '' && !isClosed;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what happens to its students
    <div onKeyDown={(event) => press(event, register)}>
      {lead}
      {roll.has_reader ? <Text mb="sm">{t.hasReader}</Text> : null}
      <div className={classes.head}>
        {lines.length >= searchedFrom || register.search !== '' ? (
          <SearchBox
            label={attendanceTexts.searchStudent}
            placeholder={attendanceTexts.searchStudent}
            value={register.search}
            onChange={register.setSearch}
          />
        ) : null}
        {isOpen ? (
          <Button
            variant="default"
            leftSection={<IconVideo aria-hidden size={18} />}
            aria-haspopup="dialog"
            onClick={() => setReading(true)}
          >
            {t.fromReport}
          </Button>
        ) : null}
        {tools}
      </div>
      {isReading ? (
        <Suspense>
          <MeetingReportDialog
            roll={roll}
            handMade={register.handMade}
            onFill={(found) => {
              setReading(false);
              fill(found);
            }}
            onClose={() => setReading(false)}
          />
        </Suspense>
      ) : null}
      {isOnTop ? absent : null}
      {children}
      {isOnTop ? null : absent}
      {isOpen ? <Text className={classes.keys}>{t.keys}</Text> : null}
      <div className={classes.bar}>{bar}</div>
    </div>
  );
}
