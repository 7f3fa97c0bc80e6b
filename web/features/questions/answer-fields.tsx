import { questions } from '@gurukul/contract/questions';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { AnswerField } from './answer-field.tsx';

interface AnswerFieldsProps {
  /** By the id of the question. */
  answers: Readonly<Record<string, string>>;
  onChange: (answers: Readonly<Record<string, string>>) => void;
}

/** The own questions that are asked while a student is added. */
export function AnswerFields({ answers, onChange }: AnswerFieldsProps) {
  const read = useQuery(query(questions.get_questions, {}));
  return read.data?.data
    .filter(({ asked }) => asked.includes('add'))
    .map((question) => (
      <AnswerField
        key={question.question_id}
        question={question}
        value={answers[question.question_id] ?? ''}
        onChange={(answer) => onChange({ ...answers, [question.question_id]: answer })}
      />
    ));
}
