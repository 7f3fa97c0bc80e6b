import { markLetters, type StudentAttendanceRow } from '@gurukul/contract/attendance';
import type { StudentProfile } from '@gurukul/contract/students';
import { ledger } from '@gurukul/contract/ledger';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { NextMeeting } from '#web/features/meetings/next-meeting.tsx';
import { spokenText } from '#web/lib/format/spoken-languages.ts';
import { MiniStrip } from '#web/features/attendance/mini-strip.tsx';
import { MarkedAddresses } from '#web/features/mail-list/marked-addresses.tsx';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { ContactLinks } from '#web/features/people/contact-links.tsx';
import { OtherLife } from '#web/features/people/other-life.tsx';
import { countryName } from '#web/lib/format/country-names.ts';
import {
  formatList,
  formatMoney,
  formatNumber,
  formatTime,
  formatWeekdayTime,
  formatZone,
} from '#web/lib/format/format.ts';
import { useProvider } from '#web/lib/provider.ts';
import type { Path } from '#web/paths.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { studentTexts } from '#web/texts/student.ts';
import { texts } from '#web/texts/texts.ts';
import { valueText } from '#web/texts/values.ts';
import { Portrait } from '#web/ui/portrait.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { MoreChoice } from './more-choice.tsx';
import { noStatusOf } from './no-status.ts';
import { MoveChoice } from './move-choice.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import type { CourseOfStudent } from './status-select.tsx';
import { paymentTones, registrationTones } from '#web/features/roster/status-tones.ts';
import classes from './student-header.module.css';

const t = studentTexts;

/** Where they are and what time it is there. */
function whereabouts({ region, language, clock }: StudentProfile): string[] {
  return [
    region && countryName(region),
    language ? spokenText(language) : '',
    t.header.clock({ time: formatTime(new Date().toISOString(), clock.zone), zone: formatZone(clock.zone) }),
  ].filter((fact) => fact !== '');
}

/** So many meetings stand in the strip. */
const lastMarks = 12;

/** What is open, for the office. */
function Open({ id }: { id: number }) {
  const { data } = useQuery(query(ledger.get_ledger, { user_id: id }));
  const open = data?.data.ledgers.filter((one) => !isNothing(one.open)) ?? [];
  if (open.length === 0) return null;
  const amounts = formatList(open.map((one) => formatMoney(one.open, one.currency)));
  return <StatusBadge tone="bad">{`${ledgerTexts.openNow} ${amounts}`}</StatusBadge>;
}

/** How they attended lately, in all of the reader's classes. */
function Lately({ marks }: { marks: readonly StudentAttendanceRow[] }) {
  const last = marks
    .toSorted((one, other) => one.attendence_date.localeCompare(other.attendence_date))
    .slice(-lastMarks);
  if (last.length === 0) return null;
  const present = last.filter(({ attendence }) => attendence === 'present').length;
  const say = last.length < marks.length ? t.stats.ofLast : t.stats.ofMarks;
  return (
    <>
      <MiniStrip
        marks={last.map(({ attendence }) => markLetters[attendence]).join('')}
        dates={last.map(({ attendence_date }) => attendence_date)}
      />
      <span>{say({ present: formatNumber(present), all: formatNumber(last.length) })}</span>
    </>
  );
}

/** A course, and when its class meets next. */
const Place = ({ course_name, class_id, class_name, weekly_slots }: CourseOfStudent) =>
  class_id === null ? (
    <span>{course_name}</span>
  ) : (
    <>
      <span className={classes.place} title={`${class_name ?? course_name} · ${course_name}`}>
        <ThingLink to="class" id={class_id}>
          {class_name ?? course_name}
        </ThingLink>
      </span>
      <NextMeeting
        classId={class_id}
        weekly={(weekly_slots ?? []).map(({ slot_time }) => formatWeekdayTime(slot_time)).join(' · ')}
      />
    </>
  );

interface StudentHeaderProps {
  student: StudentProfile;
  marks: readonly StudentAttendanceRow[];
  rows: readonly CourseOfStudent[];
  list: Path;
}

interface StudentFactsProps extends Omit<StudentHeaderProps, 'list'> {
  /** Of the only course too. Beside the button that sets it, which folds on a phone, the badge would say it twice. */
  withPaid?: boolean;
}

/** Where they are, in which courses and classes, and how they attend. */
export const StudentFacts = ({ student, marks, rows, withPaid = rows.length > 1 }: StudentFactsProps) => (
  <>
    <p className={classes.lead}>
      {whereabouts(student).join(' · ')}
      <OtherLife id={student.id} life={student.works_as} />
    </p>
    {rows.length > 0 ? (
      <ul className={classes.badges} aria-label={t.header.courses}>
        {rows.map((row) => {
          const { registration_status: status, payment_status: paid, payment_by_hand, waits_for } = row;
          return (
            <li key={row.course_id}>
              <Place {...row} />
              {waits_for ? (
                <StatusBadge tone="warn">{t.header.waitsFor({ name: waits_for })}</StatusBadge>
              ) : null}
              <StatusBadge tone={registrationTones[status]}>{valueText('registration', status)}</StatusBadge>
              {paid || (!withPaid && student.can.update_region) ? (
                <span className={withPaid ? undefined : classes.onPhone}>
                  <StatusBadge tone={paid ? paymentTones[paid] : 'calm'}>
                    {`${t.header.payment}: ${paid ? valueText('payment', paid) : noStatusOf(row)}`}
                  </StatusBadge>
                </span>
              ) : null}
              {payment_by_hand ? <small>{peopleTexts.byHand}</small> : null}
            </li>
          );
        })}
        <li>
          <Lately marks={marks} />
          {hasHistory() ? <Open id={student.id} /> : null}
        </li>
      </ul>
    ) : null}
  </>
);

const isSame = (own: string | null, other: string | null | undefined) =>
  own?.toLowerCase() === other?.toLowerCase();

/** By every way that the reader has. What the guardian has too is theirs. */
export const StudentContacts = ({
  student: { guardian, contact, ...student },
}: Pick<StudentHeaderProps, 'student'>) => (
  <>
    {guardian ? (
      <ContactLinks
        name={guardian.fullname}
        email={guardian.email_id}
        phone={guardian.phone_number}
        country={student.region || student.country}
      />
    ) : null}
    <ContactLinks
      name={student.fullname}
      email={isSame(contact.email_id, guardian?.email_id) ? '' : contact.email_id}
      phone={isSame(contact.phone_number, guardian?.phone_number) ? '' : contact.phone_number}
      country={student.region || student.country}
    />
    <WriteButton audience={{ user_ids: [student.id] }} whom={student.fullname} />
  </>
);

/** Who a student is, and what one does most. */
export function StudentHeader({ student, marks, rows, list }: StudentHeaderProps) {
  const { name: provider } = useProvider();
  const { fullname, image } = student;
  const [first, ...others] = rows;
  const isOffice = student.can.update_region;
  /** On a phone one row stands there: the rest unfolds below it. */
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <header className={classes.header}>
      <title>{`${fullname} · ${provider}`}</title>
      <Portrait src={image} name={fullname} size={72} />
      <div className={classes.words}>
        <h1 className={classes.title}>{fullname}</h1>
        <StudentFacts student={student} marks={marks} rows={rows} />
      </div>
      <div className={classes.actions}>
        <StudentContacts student={student} />
        {isOffice ? (
          <>
            <Button
              className={classes.unfold}
              variant="default"
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {texts.ui.actions}
            </Button>
            <div className={classes.rest} data-open={isUnfolded || undefined}>
              {first ? <PaymentChoice rows={[first, ...others]} /> : null}
              <MoveChoice rows={rows} studentId={student.id} />
              <MoreChoice student={student} rows={rows} list={list} />
            </div>
          </>
        ) : null}
      </div>
      {isOffice ? (
        <div className={classes.marked}>
          <MarkedAddresses userId={student.id} />
        </div>
      ) : null}
    </header>
  );
}
