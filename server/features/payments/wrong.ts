import { said } from '@gurukul/contract/shared/words/messages';
import type { PlainCode } from '@gurukul/contract/shared/words/messages';
import { fail } from '#server/http/answers/problem.ts';

/** `throw wrong('amount', 'amount_zero')`: the refusal of one field. */
export const wrong = (field: string, code: PlainCode) =>
  fail('bad_input', { details: { [field]: said(code) } });
