import { nameOfProvider } from '@gurukul/contract/provider';
import type { Drawing } from '../../../pdf/content.ts';
import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { listIn, moneyIn } from './money.ts';

export interface ReceiptMailData {
  readonly drawing: Drawing;
  /** The payer, else the students. None: nobody in the portal. */
  readonly about?: readonly number[];
}

export function receiptMail({ drawing }: ReceiptMailData, { provider, language }: Occasion): MailContent {
  const texts = textsIn(language);
  const words = texts.receipt;
  const { number, content } = drawing;
  const facts: readonly Fact[] = [
    [words.payer, content.payer],
    [words.students, listIn(language, content.students)],
    [words.courses, listIn(language, content.courses)],
    [words.campaign, content.campaign],
    [words.amount, moneyIn(language, content.amount, content.currency)],
  ];
  return {
    subject: words.subject({ number, provider: nameOfProvider(provider) }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(content.kind === 'donation' ? words.gift : words.body),
      { kind: 'facts', facts: facts.filter(([, value]) => value !== '') },
      ...(drawing.is_copy ? [note(words.copy)] : []),
    ],
    receipt: drawing,
  };
}
