import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const questions: SamplesOf<'questions'> = {
  'questions.save_questions': inputOf((o, { word }) => ({
    questions: [
      {
        question_id: o.question,
        about: 'person',
        kind: 'line',
        label: `Temple, ${word}`,
        label_te: 'దేవాలయం',
        label_hi: 'मंदिर',
        choices: ['River'],
        choices_te: ['నది'],
        choices_hi: ['नदी'],
        asked: ['form', 'add', 'my_page'],
        shown_to: 'teachers',
        keep_count: 12,
        keep_unit: 'months',
      },
    ],
    removed: [],
  })),
  'questions.get_answers': inputOf((o) => ({ id: o.student })),
  'questions.save_answers': inputOf(
    (o) => ({
      user_id: o.student,
      course_id: null,
      answers: [{ question_id: o.question, answer: 'Of the river' }],
    }),
    { free: ['question'] },
  ),
};
