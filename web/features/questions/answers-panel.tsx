import { questions, type Answered, type Question } from '@gurukul/contract/questions';
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError, refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { fresh, useFresh } from '#web/calls/use-fresh.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { questionsTexts } from '#web/texts/questions.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AnswerField } from './answer-field.tsx';
import { answerSaid, labelOf } from './answer-words.ts';

const t = questionsTexts;

type Asked = Question & { readonly is_removed: boolean };

const titleOf = ({ course_name: course }: Answered) =>
  course === null ? t.ofPerson : t.ofCourse({ course });

const answerOf = ({ answers }: Answered, { question_id: id }: Question) =>
  answers.find(({ question_id }) => question_id === id)?.answer ?? '';

/** Those that are asked here, and removed ones that are answered here. */
const askedIn = (place: Answered, all: readonly Asked[]) =>
  all.filter(
    (question) =>
      question.about === (place.course_id === null ? 'person' : 'enrolment') &&
      (!question.is_removed || answerOf(place, question) !== ''),
  );

const nameOf = (question: Asked) =>
  question.is_removed ? t.removedQuestion({ question: labelOf(question) }) : labelOf(question);

interface AnswersFormProps {
  studentId: number;
  name: string;
  place: Answered;
  asked: readonly Asked[];
  onReload: () => Promise<unknown>;
}

function AnswersForm({ studentId, name, place, asked, onReload }: AnswersFormProps) {
  const [initial] = useState<Record<string, string>>(() =>
    Object.fromEntries(asked.map((question) => [`q${question.question_id}`, answerOf(place, question)])),
  );
  const key = `answers ${studentId} ${place.course_id}`;
  const form = useForm<Record<string, string>>({ initialValues: useBeginning(key, initial) });
  useKeptForm(form, key, initial, { title: t.discardTitle, text: t.discard });
  const [isOvertaken, setOvertaken] = useState(false);
  const [refusal, setRefusal] = useState('');
  const save = useAction(questions.save_answers);

  const submit = async (values: Record<string, string>, version: string | undefined) => {
    setRefusal('');
    setOvertaken(false);
    const changed = asked.filter(({ question_id: id }) => values[`q${id}`] !== initial[`q${id}`]);
    try {
      const answer = await save.run({
        user_id: studentId,
        course_id: place.course_id,
        answers: changed.map(({ question_id }) => ({
          question_id,
          answer: values[`q${question_id}`] ?? '',
        })),
        version,
      });
      tellDone(answer, t.answersSaved({ name }), { kind: 'changed', what: name });
      form.resetDirty();
      await onReload();
    } catch (error) {
      if (refusedWith(error, 'conflict')) return setOvertaken(true);
      const problems = error instanceof ApiError ? error.problems : {};
      form.setErrors(
        Object.fromEntries(
          changed.flatMap(({ question_id }, at) =>
            `answers.${at}.answer` in problems
              ? [[`q${question_id}`, problems[`answers.${at}.answer`] || t.wrong]]
              : [],
          ),
        ),
      );
      setRefusal(refusalOf(error));
    }
  };

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void submit(values, place.version))}>
      <Stack>
        {refusal ? <Fault>{refusal}</Fault> : null}
        {isOvertaken ? (
          <SavedMeanwhile onLoad={onReload} onKeep={() => submit(form.getValues(), undefined)} />
        ) : null}
        {asked.map((question) => {
          const path = `q${question.question_id}`;
          return (
            <AnswerField
              key={path}
              question={question}
              label={nameOf(question)}
              value={form.values[path] ?? ''}
              onChange={(value) => form.setFieldValue(path, value)}
              error={form.errors[path]}
            />
          );
        })}
        <Button type="submit" variant="default" loading={save.isPending} style={{ alignSelf: 'start' }}>
          {t.saveAnswers}
        </Button>
      </Stack>
    </form>
  );
}

/** What a student answered to own questions: the office writes it down here, teachers read theirs. */
export function AnswersPanel({ studentId, name }: { studentId: number; name: string }) {
  const read = useQuery({
    ...query(questions.get_answers, { id: studentId }),
    ...fresh,
  });
  const { found, round, reload } = useFresh(read);
  if (!found) return null;
  return found.answered.map((place) => {
    const asked = askedIn(place, found.questions);
    if (asked.length === 0) return null;
    return (
      <Panel key={`${place.course_id} ${round}`} title={titleOf(place)}>
        {found.can.change ? (
          <AnswersForm studentId={studentId} name={name} place={place} asked={asked} onReload={reload} />
        ) : (
          <DescriptionList
            facts={asked.map((question) => [
              labelOf(question),
              <span key="answer" dir="auto" style={{ whiteSpace: 'pre-line' }}>
                {answerSaid(question, answerOf(place, question))}
              </span>,
            ])}
          />
        )}
      </Panel>
    );
  });
}
