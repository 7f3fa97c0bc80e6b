import { nameOfProvider } from '@gurukul/contract/provider';
import type { Drawing } from '../../pdf/content.ts';
import { amountOn } from '../../pdf/words.ts';
import { texts } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';

export interface ReceiptMailData {
  readonly drawing: Drawing;
}

export function receiptMail({ drawing }: ReceiptMailData, { provider }: Occasion): MailContent {
  const words = texts.receipt;
  const { number, content } = drawing;
  const facts: readonly Fact[] = [
    [words.payer, content.payer],
    [words.students, content.students.join(', ')],
    [words.courses, content.courses.join(', ')],
    [words.campaign, content.campaign],
    [words.amount, amountOn(content.amount, content.currency)],
  ];
  return {
    subject: words.subject(number, nameOfProvider(provider)),
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
