import * as z from 'zod';

/** Sent after a refusal with `teacher_is_busy`: the person has seen the clashes and saves all the same. */
export const allowOverlap = z.boolean().optional();

/** When something meets: weekday and wall clock in a zone. */
export interface OverlapTiming {
  readonly class_day: string;
  /** Wall clock, 18:30. */
  readonly time: string;
  /** The abbreviation in force at the first meetings that overlap, EST. */
  readonly time_zone: string;
  /** IANA zone. */
  readonly zone: string;
  /** Minutes. */
  readonly duration: number;
}

/** A timing of the same teacher that overlaps in at least one week of the next twelve months. */
export interface OverlapClash extends OverlapTiming {
  /** null: a class of a course that the caller may not see. */
  readonly class_name: string | null;
  readonly course_name: string | null;
  /** Starts of the first two meetings that overlap, as instants: the saved timing's and this one's. */
  readonly saved_at: string;
  readonly meets_at: string;
}

/** What the refusal `teacher_is_busy` carries beside its text: enough to decide without asking again. */
export interface TeacherOverlap {
  readonly teacher: { readonly user_id: number; readonly fullname: string };
  readonly timing: OverlapTiming;
  readonly clashes: readonly OverlapClash[];
  /** Teachers of the course who are free at the timing in every one of those weeks. */
  readonly free_teachers: readonly { readonly user_id: number; readonly fullname: string }[];
}
