import { mails } from '@gurukul/contract/mails';
import { messages } from '@gurukul/contract/messages';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { MailList } from '#web/features/mail-list/mail-list.tsx';
import { plainSubject } from '#web/features/messages/field-names.ts';
import { OutcomeBadge, whyOf } from '#web/features/messages/reader-outcome.tsx';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { paths, to, type Address } from '#web/paths.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { studentTexts } from '#web/texts/student.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import lines from '#web/ui/lines.module.css';
import classes from './student-tabs.module.css';

const t = studentTexts.mails;

const eventAddress = (event: number): Address =>
  `${paths.events}${stringifySearch({ dialog: 'view', event })}`;

/** The events that the student got no mail about, each with the reason. */
function Unsent({ studentId }: { studentId: number }) {
  const unsent = useQuery(query(mails.get_unsent, { student_id: studentId }));
  const rows = unsent.data?.data;
  const unwanted = unsent.data?.unwanted ?? [];
  if (!rows && unsent.error) {
    return <FailedState message={unsent.error.message} onRetry={() => void unsent.refetch()} />;
  }
  if (!rows) return <LoadingState />;
  if (rows.length === 0 && unwanted.length === 0) return <Text c="dimmed">{t.allSent}</Text>;
  return (
    <ul className={lines.lines}>
      {unwanted.map((topic) => (
        <li key={topic}>{t.wantsNone[topic]}</li>
      ))}
      {rows.map(({ event_id, event_name, course_name, event_date, reason }) => (
        <li key={event_id}>
          <span className={classes.about}>
            <AppLink href={eventAddress(event_id)}>{event_name}</AppLink>
            <span className={classes.soft}>{`${course_name}, ${formatDate(event_date)}`}</span>
          </span>
          <span>{t.reasons[reason]}</span>
        </li>
      ))}
    </ul>
  );
}

interface StudentMailsProps {
  studentId: number;
  name: string;
}

/** The messages that were for the student, and why one did not arrive. */
function Messages({ studentId }: { studentId: number }) {
  const list = useQuery(query(messages.get_of_person, { user_id: studentId }));
  const rows = list.data?.data;
  if (!rows && list.error) {
    return <FailedState message={list.error.message} onRetry={() => void list.refetch()} />;
  }
  if (!rows) return <LoadingState />;
  if (rows.length === 0) return <Text c="dimmed">{messagesTexts.ofPerson.none}</Text>;
  return (
    <ul className={lines.lines}>
      {rows.map((row) => (
        <li key={row.message_id}>
          <span className={classes.about}>
            <AppLink href={to(paths.message, row.message_id)}>{plainSubject(row.subject)}</AppLink>
            <span className={classes.soft}>
              {messagesTexts.ofPerson.by({ author: row.author, moment: formatDateTime(row.at) })}
            </span>
          </span>
          <span>
            <OutcomeBadge state={row.state} /> {whyOf(row)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Every mail to a student with its state, and the mails that they did not get with the reason. */
export const StudentMails = ({ studentId, name }: StudentMailsProps) => (
  <>
    <Panel title={t.title}>
      <MailList of={{ student_id: studentId }} label={t.of({ name })} />
    </Panel>
    <Panel title={messagesTexts.ofPerson.title}>
      <Text c="dimmed" mb="sm">
        {messagesTexts.ofPerson.lead}
      </Text>
      <Messages studentId={studentId} />
    </Panel>
    <Panel title={t.unsent}>
      <Text c="dimmed" mb="sm">
        {t.unsentLead}
      </Text>
      <Unsent studentId={studentId} />
    </Panel>
  </>
);
