import { questions, type Question } from '@gurukul/contract/questions';
import type { StudentRow } from '@gurukul/contract/students';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { questionsTexts } from '#web/texts/questions.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { answersInAddress, answersOf } from './answers-in-address.ts';
import { answerSaid, labelOf } from './answer-words.ts';

const t = questionsTexts;

export interface OwnQuestions {
  readonly columns: readonly Column<StudentRow>[];
  readonly filters: ReactNode;
}

const columnOf = (question: Question): Column<StudentRow> => ({
  id: `question-${question.question_id}`,
  header: labelOf(question),
  isOptional: true,
  sortable: false,
  value: ({ answers = [] }) => {
    const found = answers.find(({ question_id }) => question_id === question.question_id);
    return found && answerSaid(question, found.answer);
  },
});

/** Tells the list of students its columns of own questions, which somebody may choose under View, and its filters. */
export function AnswerColumns({ onAsked }: { onAsked: (asked: OwnQuestions) => void }) {
  const asked = useQuery(query(questions.get_questions, {})).data?.data;
  useEffect(() => {
    if (asked) onAsked({ columns: asked.map(columnOf), filters: <AnswerFilters asked={asked} /> });
  }, [asked, onAsked]);
  return null;
}

/** The filters of the list by questions with choices. */
function AnswerFilters({ asked }: { asked: readonly Question[] }) {
  const [search, change] = useSearchState();
  const chosen = answersOf(search);
  return asked.map((question) => {
    const { question_id: id, kind, choices } = question;
    if (kind !== 'choice' && kind !== 'several' && kind !== 'yes') return null;
    const value = chosen?.find(({ question_id }) => question_id === id);
    const all = kind === 'yes' ? ['yes', 'no'] : choices;
    const others = (chosen ?? []).filter(({ question_id }) => question_id !== id);
    return (
      <FilterChip
        key={id}
        label={labelOf(question)}
        value={value === undefined ? '' : `=${value.answer}`}
        options={[
          { value: '', label: t.anyAnswer },
          ...all.map((answer) => ({ value: `=${answer}`, label: answerSaid(question, answer) })),
          { value: '=', label: t.notSaid },
        ]}
        onChange={(next) =>
          change({
            answers: answersInAddress(
              next === '' ? others : [...others, { question_id: id, answer: next.slice(1) }],
            ),
            page: '',
          })
        }
      />
    );
  });
}
