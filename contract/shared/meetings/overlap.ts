import * as z from 'zod';

/** Sent after the refusal `teacher_is_busy`: the person has seen the overlaps and insists. */
export const allowOverlap = z.boolean().optional();

/** The time of a slot: weekday and local time in a zone. */
export interface OverlapSlot {
  readonly class_day: string;
  /** Local time, 18:30. */
  readonly time: string;
  /** The zone's abbreviation at the first meetings that overlap, such as EST. */
  readonly time_zone: string;
  /** IANA zone. */
  readonly zone: string;
  /** Minutes. */
  readonly duration: number;
}

/** A slot of the same teacher that overlaps in at least one week of the next twelve months. */
export interface OverlappingSlot extends OverlapSlot {
  /** Null: a class of a course that the caller may not see. */
  readonly class_name: string | null;
  readonly course_name: string | null;
  /** Starts of the first two meetings that overlap, as instants: the saved slot's and this one's. */
  readonly saved_at: string;
  readonly meets_at: string;
}

/** The data of the refusal `teacher_is_busy`: enough to decide without another call. */
export interface TeacherOverlap {
  readonly teacher: { readonly user_id: number; readonly fullname: string };
  readonly slot: OverlapSlot;
  readonly clashes: readonly OverlappingSlot[];
  /** Teachers of the course who are free at that time in every one of those weeks. */
  readonly free_teachers: readonly { readonly user_id: number; readonly fullname: string }[];
}
