import * as z from 'zod';

/** Sent after the refusal `teacher_unchecked`: the person has seen it and insists. */
export const allowUnchecked = z.boolean().optional();

/** The data of the refusal `teacher_unchecked`. */
export interface UncheckedTeacher {
  readonly teacher: { readonly user_id: number; readonly fullname: string };
  /** The class of children. */
  readonly class_name: string;
  /** The last day on which they may teach children; null: on none, or the caller may not know. */
  readonly until: string | null;
  /** The provider warns only, or the check ends while the class runs. */
  readonly can_insist: boolean;
}
