import { classes as calls, type ClassCard } from '@gurukul/contract/classes';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Visited } from '#web/features/search/visited.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { Meetings } from '#web/features/attendance/meetings.tsx';
import { RegisterButton } from '#web/features/attendance/register-button.tsx';
import { History } from '#web/features/audit/history-panel.tsx';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { Roster } from '#web/features/roster/roster.tsx';
import { session } from '#web/lib/session.ts';
import { paths, type IdsOf } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { historyTexts } from '#web/texts/history.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { Missing } from '#web/ui/feedback/missing.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs, tabGroup } from '#web/ui/page-tabs.tsx';
import { ClassActions } from './class-actions.tsx';
import { ClassFacts } from './class-facts.tsx';
import { ClassReminders } from './class-reminders.tsx';

const t = classPageTexts;

const ClassHomework = lazy(async () => ({
  default: (await import('#web/features/homework/class-homework.tsx')).ClassHomework,
}));
const ClassMeetings = lazy(async () => ({
  default: (await import('#web/features/meetings/class-meetings.tsx')).ClassMeetings,
}));
const Answers = lazy(async () => ({ default: (await import('#web/features/my-page/answers.tsx')).Answers }));
const ClassWaiting = lazy(async () => ({ default: (await import('./class-waiting.tsx')).ClassWaiting }));
const RosterMoney = lazy(async () => ({
  default: (await import('#web/features/roster/roster-money.tsx')).RosterMoney,
}));
const ClassMails = lazy(async () => ({
  default: (await import('#web/features/mails/class-mails.tsx')).ClassMails,
}));

export type ShownClass = CallOutput<typeof calls.get_class>['data'];

/** For the office alone. */
const officeTabs = ({ class_id, course_id, class_name: name }: ClassCard) =>
  hasHistory()
    ? [
        {
          name: 'money',
          label: t.tabs.money,
          content: <RosterMoney of={{ course_id, class_id }} name={name} />,
        },
        { name: 'history', label: historyTexts.title, content: <History of={{ class_id }} name={name} /> },
      ]
    : [];

function LoadedClass({ shown }: { shown: ShownClass }) {
  const { class_id, course_id, class_name: name } = shown;
  const answers = { name: 'answers', label: myPageTexts.answers, content: <Answers of={{ class_id }} /> };
  return (
    <>
      <Visited kind="class" id={class_id} title={name} detail={shown.course_name} />
      <PageHeader title={name} actions={<ClassActions shown={shown} />} />
      <ClassFacts shown={shown} />
      <PageTabs
        label={t.partsOf({ name })}
        tabs={[
          tabGroup(t.tabs.students, [
            {
              name: 'students',
              label: t.tabs.students,
              content: (
                <Roster
                  of={{ course_id, class_id }}
                  name={name}
                  prefix="students-"
                  tools={<RegisterButton of={shown} />}
                />
              ),
            },
            {
              name: 'waiting',
              label: t.tabs.waiting({ count: shown.waiting_count }),
              content: <ClassWaiting class_id={class_id} name={name} />,
            },
          ]),
          tabGroup(meetingsTexts.tab, [
            {
              name: 'meetings',
              label: meetingsTexts.tab,
              content: (
                <>
                  <ClassReminders shown={shown} />
                  <ClassMeetings class_id={class_id} name={name} slots={shown.slots} />
                </>
              ),
            },
            { name: 'rolls', label: t.tabs.rolls, content: <Meetings of={{ class_id }} name={name} /> },
          ]),
          {
            name: 'homework',
            label: t.tabs.homework,
            content: <ClassHomework course_id={course_id} class_id={class_id} name={name} />,
          },
          hasHistory()
            ? tabGroup(t.tabs.mails, [
                {
                  name: 'mails',
                  label: t.tabs.mails,
                  content: <ClassMails class_id={class_id} name={name} />,
                },
                answers,
              ])
            : answers,
          ...officeTabs(shown),
        ]}
      />
    </>
  );
}

const ClassMissing = () => (
  <Missing
    title={t.missingTitle}
    text={t.missing}
    list={session.role === 'teacher' ? paths.schedule : paths.courseAssociation}
    listLabel={t.toClasses}
  />
);

function AnyClass({ id }: { id: number }) {
  const one = useQuery(query(calls.get_class, { class_id: id }));
  if (one.error instanceof ApiError && one.error.status === 404) return <ClassMissing />;
  if (one.data) return <LoadedClass shown={one.data.data} />;
  return (
    <>
      <PageHeader title={t.title} />
      {one.isError ? (
        <FailedState message={one.error.message} onRetry={() => void one.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

/** /class/{id} */
export const ClassPage = ({ id }: IdsOf<'class'>) =>
  id === null ? <ClassMissing /> : <AnyClass key={id} id={id} />;
