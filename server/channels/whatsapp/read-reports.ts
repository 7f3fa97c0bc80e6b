import * as z from 'zod';
import { fail } from '#server/http/answers/problem.ts';
import { idInReference } from './reference.ts';

/* What Meta's reports say, as far as the portal needs it. The rest of them is passed over. */

export const reportedStates = ['sent', 'delivered', 'read', 'failed'] as const;

/** What became of a text. Reports come twice, late, and in any order. */
export interface Status {
  /** Of the row in `mails`. */
  readonly id: number;
  readonly state: (typeof reportedStates)[number];
  readonly at: Date;
  readonly reason: string;
}

/** Somebody wants no more texts. */
export interface Stop {
  readonly number: string;
  readonly at: Date;
}

/** Unix time in seconds, as text. */
const moment = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform((text) => new Date(Number(text) * 1000));

const status = z.object({
  status: z.enum(reportedStates),
  timestamp: moment,
  biz_opaque_callback_data: z.string().max(500),
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: z.string().optional(),
        error_data: z.object({ details: z.string().optional() }).optional(),
      }),
    )
    .optional(),
});

const incoming = z.object({
  from: z.string().regex(/^[1-9]\d{7,14}$/),
  timestamp: moment,
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
});

const report = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.array(z.unknown()).optional(),
            messages: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
});

const stopWords = new Set(['stop', 'stop all', 'unsubscribe', 'రద్దు', 'ఆపండి', 'ఆపు', 'बंद करें', 'रोकें', 'बंद']);

const isStop = ({ text, button }: z.output<typeof incoming>): boolean => {
  const words = (text?.body ?? button?.text ?? '').slice(0, 100).normalize('NFC').toLowerCase();
  return stopWords.has(
    words
      .replaceAll(/[^\p{L}\p{M}\s]/gu, '')
      .trim()
      .replaceAll(/\s+/g, ' '),
  );
};

const longestReason = 500;

const reasonOf = ({ errors = [] }: z.output<typeof status>): string =>
  errors
    .map(({ code, title = '', error_data: more }) =>
      [`${code}`, title, more?.details].filter(Boolean).join(': '),
    )
    .join('; ')
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, longestReason)
    .toWellFormed();

const read = <T>(schema: z.ZodType<T>, values: readonly unknown[]): T[] =>
  values.flatMap((value) => schema.safeParse(value).data ?? []);

/** Reads a signed body. Throws bad_input for what is no report. */
export function readReports(body: Buffer, appUrl: string): { statuses: Status[]; stops: Stop[] } {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw fail('bad_input', { cause });
  }
  const { data, error } = report.safeParse(json);
  if (data === undefined) throw fail('bad_input', { cause: error });
  const values = data.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  const found = values.flatMap(({ statuses = [] }) => read(status, statuses));
  const messages = values.flatMap(({ messages: all = [] }) => read(incoming, all));
  return {
    statuses: found.flatMap((one) => {
      const id = idInReference(one.biz_opaque_callback_data, appUrl);
      return id === null ? [] : [{ id, state: one.status, at: one.timestamp, reason: reasonOf(one) }];
    }),
    stops: messages.filter(isStop).map(({ from, timestamp }) => ({ number: from, at: timestamp })),
  };
}
