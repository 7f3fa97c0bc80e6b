import type { AskedCall } from '@gurukul/contract/approvals';
import type { UploadTarget } from '@gurukul/contract/files';
import type { Api, CallName, Noun } from '@gurukul/contract/index';
import type { Call, CallInput } from '@gurukul/contract/shared/calls/call';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Answer } from '#server/test/app.ts';
import { markedDay } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { dayFromToday } from '#server/test/small-school.ts';

export interface SampleTools {
  readonly word: string;
  /** Makes a call first, as the caller of the sample or as somebody far away with the same role. */
  ask(name: CallName, input: unknown, by: Asker | 'courseadmin'): Promise<Answer>;
  /** Invites a teacher with this address and returns the secret. */
  invite(email: string): Promise<string>;
  /** Plants a passkey of the caller and returns its id. */
  passkey(by: Asker): Promise<number>;
  /** Asks for an action on account admins, whose day has passed then. */
  approved(name: AskedCall, input: object, by: Asker): Promise<void>;
  /** Sends bytes to the target of an upload. */
  put(target: UploadTarget, bytes: Buffer): Promise<void>;
}

export type Asker = 'self' | 'stranger';

/** The extra rows of one call: the caller's, a stranger's, and an id that does not exist. */
export interface Extra {
  readonly own: string | number;
  readonly far: string | number;
  readonly missing: string | number;
}

/** Besides the objects that a sample names. */
export interface SampleContext {
  /** Another one each time, for unique names. */
  readonly word: string;
  readonly role: PortalRole;
  /** The id of the caller: a person, or a machine's key. */
  readonly me: number;
  readonly extra: string | number;
}

export interface Sample {
  /**
   * An input that is answered with 200, with every field that the call knows, as far as they go together: what is left
   * out below a list or an object is tried with nothing wrong.
   */
  readonly input: (objects: Objects, given: SampleContext) => object;
  readonly extra?: (
    tools: SampleTools,
    objects: { readonly own: Objects; readonly far: Objects },
  ) => Promise<Extra>;
  /** `extra` is the caller's alone: not even an account admin reaches a stranger's. */
  readonly isPrivate?: true;
  /** It is refused politely, because nobody has the right code or key. */
  readonly isGuess?: true;
  /** The caller may name any of these, because a directory shows them all. */
  readonly free?: readonly (keyof Objects)[];
  /** The status of rows out of reach where it is not 404; `all`: for all at once. */
  readonly instead?: Readonly<Partial<Record<keyof Objects | 'all' | 'extra', number>>>;
  /** Out of reach, these leave a request for an account admin, with or without an owner. */
  readonly asks?: readonly (keyof Objects)[];
  /** There may be nothing to change. */
  readonly mayBeIdle?: true;
}

/** The calls of a noun whose input has fields. The input of all others is empty. */
type SampledCall<N extends Noun> = {
  [K in keyof Api[N] & string]: Api[N][K] extends Call
    ? string extends keyof CallInput<Api[N][K]>
      ? never
      : `${N}.${K}`
    : never;
}[keyof Api[N] & string];

/** A sample of every call of a noun whose input has fields; of others where they need more than an input. */
export type SamplesOf<N extends Noun> = Readonly<
  Record<SampledCall<N>, Sample> & Partial<Record<Extract<CallName, `${N}.${string}`>, Sample>>
>;

/** Nothing that could be named. */
export const none: Extra = { own: '', far: '', missing: '' };

export const inputOf = (input: Sample['input'], rest: Omit<Sample, 'input'> = {}): Sample => ({
  input,
  ...rest,
});
/** The sample of a call without input. */
export const empty = inputOf(() => ({}));

/** Of a call that `checks`: its extra is the digest of the preview, and without one nothing is done. */
export const checkedInput = (input: Sample['input'], rest: Omit<Sample, 'input'> = {}): Sample => ({
  ...rest,
  input: (objects, given) => ({ ...input(objects, given), digest: given.extra }),
  instead: { ...rest.instead, extra: 409 },
});

export const newAddress = (word: string) => `new.${word}@office.test`;

export const paged = { page: 1, pageSize: 10, search: '', sort: '' };

/** Filters that name rows. Foreign ones find nobody. */
export const among = (o: Objects) => ({ course_id: o.course, class_id: o.class, teacher_id: o.teacher });

export const day = (o: Objects) => ({ course_id: o.course, class_id: o.class, attendance_date: markedDay });

export const span = { start_date: dayFromToday(-30), end_date: dayFromToday(0) };

export const period = (o: Objects) => ({ course_id: o.course, class_id: o.class, ...span });

export const student = (o: Objects, word: string) => ({
  first_name: 'Asha',
  last_name: 'Rao',
  email_id: `asha.${word}@office.test`,
  phone_number: '9876543210',
  course_name: o.courseName,
  class_name: o.className,
  gender: 'female',
  dob: '2001-02-03',
  address: '1 Main Road',
  city: 'Mysuru',
  state: 'Karnataka',
  country: 'India',
  region: 'India',
  pincode: '570001',
  language: 'English',
  timezone: 'Asia/Kolkata',
});

/** The row asks nothing, so this answer has no effect. */
export const answered = { row: 2, answer: 'sibling', user_id: 1, same_as_row: 3, seen: 1 };

/** The name of a planted student: their address begins with it. */
export const nameIn = (email: string) => email.replace(/@.*/, '');

/** Of nobody here, or it would be asked whose payment this is. */
export const payersPhone = '9123456780';

/** A sheet is answered row by row. */
export const told = { all: 200, courseName: 200, className: 200, email: 200 };

export const sheet = (row: object) => ({ file_name: 'sheet.xlsx', rows: [row] });

// The smallest picture there is.
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const nowhere = '00000000-0000-4000-8000-000000000000';

/** An upload that is on its way, of the caller and of a stranger. */
export const uploaded =
  (begin: CallName, wanted: object, bytes: Buffer): NonNullable<Sample['extra']> =>
  async ({ ask, put }) => {
    const send = async (by: Asker) => {
      const { body } = await ask(begin, { ...wanted, size: bytes.length }, by);
      const { file_id, upload } = body;
      await put(upload, bytes);
      return file_id as string;
    };
    return { own: await send('self'), far: await send('stranger'), missing: nowhere };
  };

export const receiptSettings = {
  address: 'Lotus Road 5\nHyderabad',
  registration: 'AAATG1234FF20214',
  receipt_template: '80g',
  receipt_wording: 'Thank you.',
};

export const items = (item: object) => ({ items: [item] });
