import type english from '@gurukul/contract/texts/mail-templates.en.json';
import type values from '@gurukul/contract/texts/values.en.json';
import { translated } from '#server/texts.ts';
import { isolated } from '../../plain.ts';

/** The texts of mails in a language. A name that is written from right to left turns nothing but itself. */
export const textsIn = translated<typeof english>('mail-templates', isolated);

/** What specified values, such as statuses, are called. */
export const valuesIn = translated<typeof values>('values', isolated);

export type MailTexts = ReturnType<typeof textsIn>;
