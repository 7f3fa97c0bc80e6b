import type { ClassCard } from '@gurukul/contract/classes';
import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { students } from '@gurukul/contract/students';
import { useEffect } from 'react';
import { send } from '#web/calls/client.ts';
import { addDays } from '#web/lib/format/days.ts';
import { formatDate, formatTime, formatWeekdayTime, today } from '#web/lib/format/format.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { Paper } from './paper.tsx';
import classes from './printed-report.module.css';

const p = attendanceTexts.report.printed;
const t = classPageTexts.register;

/** Meetings side by side, each with room for a pen. */
const meetingsAcross = 14;

/** Empty lines at the end, for people who come without being on the list. */
const emptyLines = 3;

/** Days ahead in which a weekly class meets so often, with days off between. */
const daysAhead = 7 * (meetingsAcross + 4);

const pageMax = 100;

export interface RegisterClass extends Pick<
  ClassCard,
  'course_id' | 'course_name' | 'class_id' | 'class_name'
> {
  readonly teachers: readonly { readonly fullname: string }[];
  readonly slots: readonly { readonly slot_time: string | null }[];
}

/** What the sheet shows. */
export interface RegisterSheet {
  readonly names: readonly string[];
  readonly ahead: readonly Meeting[];
}

async function namesOf({ course_id, class_id }: RegisterClass) {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total_count } = await send(students.get_roster, {
      course_id,
      class_id,
      payment: null,
      search: null,
      sort: '',
      page,
      pageSize: pageMax,
    });
    names.push(...data.map(({ fullname }) => fullname));
    if (data.length === 0 || names.length >= total_count) return names;
  }
}

/** The students of a class and its next meetings. */
export async function loadRegister(of: RegisterClass): Promise<RegisterSheet> {
  const from = today();
  const [names, { data }] = await Promise.all([
    namesOf(of),
    send(meetings.get_meetings, { class_id: of.class_id, from, to: addDays(from, daysAhead) }),
  ]);
  return { names, ahead: data.filter(({ state }) => takesPlace(state)).slice(0, meetingsAcross) };
}

const blanks = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Two meetings of a day differ by their time. */
const headOf = ({ held_on, starts_at, zone }: Meeting, all: readonly Meeting[]) =>
  [
    formatDate(held_on).slice(0, 6),
    all.filter((other) => other.held_on === held_on).length > 1 ? formatTime(starts_at, zone) : '',
  ].filter(Boolean);

/** Filled in by pen. */
const Blank = ({ isNumber = false }: { isNumber?: boolean }) => (
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- on paper only
  <td className={isNumber ? classes.number : classes.day} />
);

interface BlankRegisterProps {
  of: RegisterClass;
  sheet: RegisterSheet;
  /** It was printed, or the person thought better of it. */
  onDone: () => void;
}

/** A register to fill in by pen: a line for each student, a column for each of the next meetings. It prints itself. */
export function BlankRegister({ of, sheet: { names, ahead }, onDone }: BlankRegisterProps) {
  useEffect(() => {
    addEventListener('afterprint', onDone);
    window.print();
    return () => removeEventListener('afterprint', onDone);
  }, [onDone]);
  const facts = [
    { label: p.course, value: of.course_name },
    { label: classPageTexts.teacher, value: of.teachers.map(({ fullname }) => fullname).join(', ') },
    {
      label: classPageTexts.meets,
      value: of.slots
        .flatMap(({ slot_time }) => (slot_time ? [formatWeekdayTime(slot_time)] : []))
        .join(' · '),
    },
    { label: p.printedOn, value: formatDate(today()) },
  ];
  // A class without weekly times gets columns without dates.
  const rest = blanks(meetingsAcross - ahead.length);
  return (
    <Paper kind="blank-register" title={t.title({ name: of.class_name })} facts={facts}>
      <p className={classes.legend}>{t.legend}</p>
      <table className={`${classes.table} ${classes.blank}`}>
        <thead>
          <tr>
            <Blank isNumber />
            <th scope="col" className={classes.name}>
              {attendanceTexts.studentName}
            </th>
            {ahead.map((meeting) => (
              <th key={`${meeting.slot_id} ${meeting.starts_at}`} scope="col" className={classes.day}>
                {headOf(meeting, ahead).map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </th>
            ))}
            {rest.map((place) => (
              <Blank key={place} />
            ))}
          </tr>
        </thead>
        <tbody>
          {[...names, ...blanks(emptyLines).map(() => '')].map((student, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two students may have one name, and nothing moves
            <tr key={index}>
              <td className={classes.number}>{index + 1}</td>
              <th scope="row" className={classes.name}>
                {student}
              </th>
              {blanks(meetingsAcross).map((place) => (
                <Blank key={place} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}
