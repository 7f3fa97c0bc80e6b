import type { TermPlan } from '@gurukul/contract/continuations';
import { courses, type CourseRow } from '@gurukul/contract/courses';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { firstNames } from '#web/lib/first-names.ts';
import { formatDate, formatList } from '#web/lib/format/format.ts';
import { paths, to } from '#web/paths.ts';
import { continuationsTexts } from '#web/texts/continuations.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { nextName } from './term-name.ts';

const t = continuationsTexts;

const some = (people: TermPlan['owing']) => ({ count: people.count, names: firstNames(people) });

const dayOffText = ({ name, from, to: until }: TermPlan['days_off'][number]) =>
  `${name} ${formatDate(from)}${until === from ? '' : ` – ${formatDate(until)}`}`;

function linesOf(plan: TermPlan): readonly string[] {
  const teachers = new Set(plan.classes.flatMap((one) => one.teachers));
  return [
    ...plan.stays.map((stay) => t.stay({ ...some(stay), why: t.stays[stay.reason] })),
    ...(plan.owing.count > 0 ? [t.owing(some(plan.owing))] : []),
    ...(plan.unreachable.count > 0 ? [t.unreachable(some(plan.unreachable))] : []),
    t.classes({ count: plan.classes.length, teachers: teachers.size }),
    ...(plan.unchecked.count > 0
      ? [t[plan.unchecked.is_left_out ? 'leftOut' : 'unchecked'](some(plan.unchecked))]
      : []),
    t.copied({ topics: plan.topics, prices: plan.prices }),
    t.endsOn({ day: formatDate(plan.ends_on) }),
    plan.days_off.length > 0 ? t.daysOff({ days: formatList(plan.days_off.map(dayOffText)) }) : t.noDaysOff,
    ...(plan.runs_until === null ? [] : [t.runsOn({ day: formatDate(plan.runs_until) })]),
  ];
}

interface TermDialogProps {
  course: Pick<CourseRow, 'course_id' | 'course_name'>;
  /** The course has a next term already, and one more was asked for. */
  isAnother: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks when the next run begins and until when places are kept, shows who is asked, and makes exactly that. */
export function TermDialog({ course, isAnother, isOpen, onClose }: TermDialogProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [start, setStart] = useState('');
  const [until, setUntil] = useState('');
  const name = typed ?? nextName(course.course_name, start);
  const action = useAction(courses.next_term);
  const navigate = useNavigate();
  const input = {
    course_id: course.course_id,
    course_name: name,
    start_date: start,
    until,
    another: isAnother,
  };
  const isWhole = name.trim() !== '' && start !== '' && until !== '' && until <= start;
  const check = useChecked(query(courses.next_term, { ...input, preview: true }), isOpen && isWhole);
  const save = () =>
    check.carryOut(async ({ digest }) => {
      const answer = await action.run({ ...input, digest });
      tellDone(answer, t.done({ name }), { kind: 'added', what: name });
      onClose();
      if (answer.course_id !== undefined)
        await navigate({ to: to(paths.course, answer.course_id), search: { tab: 'term' } });
    });
  return (
    <CheckedDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title({ name: course.course_name })}
      check={check}
      checkingLabel={t.checking}
      fields={
        <>
          <TextInput
            label={t.name}
            value={name}
            error={
              check.read.error instanceof ApiError ? check.read.error.problems['course_name'] : undefined
            }
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <DateField label={t.start} value={start} onChange={setStart} />
          <DateField
            label={t.until}
            description={t.untilHint}
            value={until}
            {...(start === '' ? {} : { max: start })}
            onChange={setUntil}
          />
        </>
      }
      submitLabel={t.submit({ count: check.plan?.asked ?? 0 })}
      isReady={check.plan !== undefined}
      isPending={action.isPending}
      isForm
      onSubmit={save}
    >
      {(plan) => (
        <output>
          <Text fw={600}>{t.asked({ asked: plan.asked, all: plan.students })}</Text>
          <ul>
            {linesOf(plan).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </output>
      )}
    </CheckedDialog>
  );
}
