import { questions } from '@gurukul/contract/questions';
import {
  registrationDecisions,
  registrations,
  type Registration,
  type RegistrationDecision,
} from '@gurukul/contract/registrations';
import { sumOf } from '@gurukul/contract/shared/money/money';
import { Checkbox, Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { answerSaid, labelOf } from '#web/features/questions/answer-words.ts';
import { formatDate, formatMoney } from '#web/lib/format/format.ts';
import { registrationsTexts } from '#web/texts/registrations.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = registrationsTexts;

export interface ClassOfCourse {
  readonly class_id: number;
  readonly class_name: string;
  readonly free: number | null;
}

interface DecideProps {
  /** Of one course. */
  rows: readonly Registration[];
  classes: readonly ClassOfCourse[];
}

/** `same` and the number of the student; else a decision. */
type Choice = Exclude<RegistrationDecision, 'same'> | `same ${number}`;

const classText = ({ class_name: group, free }: ClassOfCourse): string =>
  free === null ? group : t.classFree({ group, count: free });

/** What fits all of the rows. */
function choicesFor(rows: readonly Registration[]): readonly (readonly [Choice, string])[] {
  const [first] = rows;
  const offered: (readonly [Choice, string])[] = [];
  if (rows.every(({ can }) => can.place)) offered.push(['place', t.place]);
  if (rows.length === 1 && first?.can.answer === true) {
    for (const { user_id: id, fullname, dob } of first.alike) {
      const name = dob === null ? fullname : t.born({ name: fullname, day: formatDate(dob) });
      offered.push([`same ${id}`, t.same({ name })]);
    }
    offered.push(['new', t.newStudent]);
  }
  return [...offered, ['refuse', t.refuse]];
}

/** The prices that the families chose, added up for each currency; empty: there is nothing to charge. */
const toCharge = (rows: readonly Registration[]): string =>
  [
    ...Map.groupBy(
      rows.flatMap(({ price }) => price ?? []),
      ({ currency }) => currency,
    ),
  ]
    .map(([currency, prices]) =>
      formatMoney(
        sumOf(
          prices.map(({ amount }) => amount),
          currency,
        ),
        currency,
      ),
    )
    .join(' + ');

/** What the family answered to own questions. */
function OwnAnswers({ answers }: Pick<Registration, 'answers'>) {
  const asked = useQuery(query(questions.get_questions, {})).data?.data ?? [];
  const facts = asked.flatMap((question) => {
    const given = answers.find(({ question_id: id }) => id === question.question_id);
    return given ? [[labelOf(question), answerSaid(question, given.answer)] as const] : [];
  });
  return facts.length > 0 ? <DescriptionList facts={facts} /> : null;
}

function DecideForm({ rows, classes, onDone }: DecideProps & { onDone: () => void }) {
  const [first] = rows;
  const choices = choicesFor(rows);
  const amount = toCharge(rows);
  const wished = first?.class_id ?? null;
  // Who somebody is, and that they are refused, is for a person to say.
  const [choice, setChoice] = useState<Choice | null>(choices[0]?.[0] === 'place' ? 'place' : null);
  const [classId, setClassId] = useState(
    wished !== null && rows.every(({ class_id }) => class_id === wished) ? String(wished) : null,
  );
  const [reason, setReason] = useState('');
  const [isMailed, setMailed] = useState(true);
  const [isCharged, setCharged] = useState(true);
  const [error, setError] = useState('');
  const decide = useAction(registrations.decide);
  const submit = async () => {
    if (choice === null) return setError(t.chooseFirst);
    if (choice === 'place' && classId === null) return setError(t.chooseClass);
    const userId = /^same (\d+)$/.exec(choice)?.[1];
    try {
      const answer = await decide.run({
        registration_ids: rows.map(({ registration_id: id }) => id),
        decision: registrationDecisions.find((one) => one === choice) ?? 'same',
        ...(choice === 'place' && { class_id: Number(classId), charge: isCharged && amount !== '' }),
        ...(userId !== undefined && { user_id: Number(userId) }),
        ...(choice === 'refuse' && { reason }),
        send_mail: isMailed,
      });
      tellDone(answer, t.decided, { kind: 'decided', what: namesOf(rows) });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return (
    <FormShell onSubmit={() => void submit()} submitLabel={t.save} isPending={decide.isPending} error={error}>
      {rows.length === 1 && first && first.answers.length > 0 ? <OwnAnswers answers={first.answers} /> : null}
      {rows.some(({ can }) => can.place || can.answer) ? null : <Text c="dimmed">{t.adminDecides}</Text>}
      <Radio.Group
        label={t.what}
        value={choice}
        onChange={(value) => setChoice(choices.find(([one]) => one === value)?.[0] ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {choices.map(([one, label]) => (
            <Radio key={one} value={one} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {choice === 'place' ? (
        <>
          <Select
            label={t.group}
            data={classes.map((one) => ({ value: String(one.class_id), label: classText(one) }))}
            value={classId}
            onChange={setClassId}
            searchable
          />
          {amount === '' ? null : (
            <Checkbox
              label={t.charge({ amount })}
              checked={isCharged}
              onChange={(event) => setCharged(event.currentTarget.checked)}
            />
          )}
        </>
      ) : null}
      {choice === 'refuse' ? (
        <Textarea
          label={t.reason}
          description={t.reasonHint}
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <Checkbox
        label={t.mail}
        checked={isMailed}
        onChange={(event) => setMailed(event.currentTarget.checked)}
      />
    </FormShell>
  );
}

const namesOf = (rows: readonly Registration[]): string =>
  rows.length === 1 ? rows[0]!.learner_name : t.many({ count: rows.length });

/** What the office does with registrations of one course. */
export const DecideDialog = ({
  onClose,
  ...of
}: DecideProps & {
  onClose: () => void;
}) => (
  <Dialog opened={of.rows.length > 0} onClose={onClose} title={of.rows.length > 0 ? namesOf(of.rows) : ''}>
    {of.rows.length > 0 ? <DecideForm {...of} onDone={onClose} /> : null}
  </Dialog>
);
