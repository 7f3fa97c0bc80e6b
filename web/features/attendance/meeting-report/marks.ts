import type { AttendanceStatus, MatchedParticipant } from '@gurukul/contract/attendance';
import type { Roll, RollStudent } from '@gurukul/contract/shared/meetings/roll';
import type { MeetingTime, Reported } from './report.ts';
import { minutesIn, type Stay } from './stays.ts';

/* The marks that follow from a meeting's report and from the answers to its questions. */

/** Somebody in the report, and which students the portal takes them for. */
export interface MatchedPerson extends Reported, MatchedParticipant {}

/** By name and address: the students whom somebody named; none: nobody of this class. */
export type Answers = Readonly<Record<string, readonly number[] | undefined>>;

const answerTo = ({ name, email }: Reported, answers: Answers) => answers[`${name} ${email}`];

/** A question without an answer. The person who held the meeting is none. */
export const isOpen = (person: MatchedPerson, answers: Answers) =>
  person.outcome === 'ask' && !person.isHost && answerTo(person, answers) === undefined;

const studentsOf = (person: MatchedPerson, answers: Answers): readonly number[] => {
  if (person.outcome === 'student') return person.student_ids;
  return person.outcome === 'ask' ? (answerTo(person, answers) ?? []) : [];
};

export interface Line {
  readonly student: RollStudent;
  /** Minutes within the meeting: at least, and at most. */
  readonly least: number;
  readonly most: number;
  /** Null: the report does not say enough, and nobody has decided. */
  readonly status: AttendanceStatus | null;
  /** The report does not say enough. */
  readonly isAsked: boolean;
  /** Somebody marked this student, and the mark stays. */
  readonly isKept: boolean;
  /** It says a much shorter time than from coming to leaving, and that counts. */
  readonly wasAway: boolean;
}

interface MarkRules {
  readonly answers: Answers;
  readonly meeting: Pick<MeetingTime, 'starts' | 'ends'>;
  /** In per cent of the meeting: who was there as long is present. */
  readonly share: number;
  readonly handMade: ReadonlyMap<number, AttendanceStatus>;
  /** What somebody decided where the report does not say enough. */
  readonly decided?: ReadonlyMap<number, AttendanceStatus>;
  /** Somebody who is not in the report may have been there. */
  readonly isPartial?: boolean;
}

/** The mark of every student of the roll. Students in several places are there once. */
export function marksOf(
  roll: Roll,
  matched: readonly MatchedPerson[],
  { answers, meeting, share, handMade, decided, isPartial = false }: MarkRules,
): Line[] {
  const own = new Map<number, MatchedPerson[]>();
  for (const person of matched) {
    for (const id of studentsOf(person, answers)) own.set(id, [...(own.get(id) ?? []), person]);
  }
  const unknown: Stay = { sure: null, within: [meeting.starts, meeting.ends], minutes: null };
  const needed = ((meeting.ends - meeting.starts) / 60_000) * (share / 100);
  return roll.students.map((student) => {
    const id = student.student_id;
    const people = own.get(id);
    const stays = people?.flatMap((person) => person.stays) ?? (isPartial ? [unknown] : []);
    const { least, most } = minutesIn(stays, meeting);
    const said = least > 0 && least >= needed ? 'present' : most <= 0 || most < needed ? 'absent' : null;
    const kept = handMade.get(id);
    return {
      student,
      least,
      most,
      status: kept ?? said ?? decided?.get(id) ?? null,
      isAsked: kept === undefined && said === null,
      isKept: kept !== undefined,
      wasAway: kept === undefined && (people?.some((person) => person.wasAway) ?? false),
    };
  });
}

export const countsOf = (lines: readonly Line[]) => ({
  present: lines.filter(({ status }) => status === 'present').length,
  absent: lines.filter(({ status }) => status === 'absent').length,
  open: lines.filter(({ status }) => status === null).length,
});

/** What somebody has said about names. */
export const namesOf = (matched: readonly MatchedPerson[], answers: Answers) =>
  matched.flatMap((person) =>
    person.outcome === 'ask'
      ? (answerTo(person, answers) ?? []).map((student_id) => ({ student_id, name: person.name }))
      : [],
  );
