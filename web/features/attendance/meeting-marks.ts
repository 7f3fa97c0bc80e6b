import type { AttendanceStatus, MatchedParticipant } from '@gurukul/contract/attendance';
import type { Roll, RollStudent } from '@gurukul/contract/shared/meetings/roll';
import { minutesIn, type MeetingTime, type Reported } from './meeting-report.ts';

/* The marks that follow from a meeting's report and from the answers to its questions. */

/** Somebody in the report, and which students the portal takes them for. */
export interface Matched extends Reported, MatchedParticipant {}

/** By name and address: the students whom somebody named; none: nobody of this class. */
export type Answers = Readonly<Record<string, readonly number[] | undefined>>;

const answerTo = ({ name, email }: Reported, answers: Answers) => answers[`${name} ${email}`];

/** A question without an answer. The person who held the meeting is none. */
export const isOpen = (person: Matched, answers: Answers) =>
  person.outcome === 'ask' && !person.isHost && answerTo(person, answers) === undefined;

const studentsOf = (person: Matched, answers: Answers): readonly number[] => {
  if (person.outcome === 'student') return person.student_ids;
  return person.outcome === 'ask' ? (answerTo(person, answers) ?? []) : [];
};

export interface Line {
  readonly student: RollStudent;
  readonly minutes: number;
  readonly status: AttendanceStatus;
  /** Somebody marked this student, and the mark stays. */
  readonly isKept: boolean;
}

interface Given {
  readonly answers: Answers;
  readonly meeting: Pick<MeetingTime, 'starts' | 'ends'>;
  /** In per cent of the meeting: who was there as long is present. */
  readonly share: number;
  readonly handMade: ReadonlyMap<number, AttendanceStatus>;
}

/** The mark of every student of the roll. Students in several places are there once. */
export function marksOf(
  roll: Roll,
  matched: readonly Matched[],
  { answers, meeting, share, handMade }: Given,
): Line[] {
  const spans = new Map<number, Reported['spans'][number][]>();
  for (const person of matched) {
    for (const id of studentsOf(person, answers)) spans.set(id, [...(spans.get(id) ?? []), ...person.spans]);
  }
  const needed = ((meeting.ends - meeting.starts) / 60_000) * (share / 100);
  return roll.students.map((student) => {
    const minutes = minutesIn(spans.get(student.student_id) ?? [], meeting);
    const kept = handMade.get(student.student_id);
    return {
      student,
      minutes,
      status: kept ?? (minutes > 0 && minutes >= needed ? 'present' : 'absent'),
      isKept: kept !== undefined,
    };
  });
}

export const countsOf = (lines: readonly Line[]) => ({
  present: lines.filter(({ status }) => status === 'present').length,
  absent: lines.filter(({ status }) => status === 'absent').length,
});

/** What somebody has said about names. */
export const namesOf = (matched: readonly Matched[], answers: Answers) =>
  matched.flatMap((person) =>
    person.outcome === 'ask'
      ? (answerTo(person, answers) ?? []).map((student_id) => ({ student_id, name: person.name }))
      : [],
  );
