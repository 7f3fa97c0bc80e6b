import { textsIn } from '../texts/index.ts';
import type { MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';

export interface DeedAskedData {
  readonly askedBy: string;
  readonly reason: string;
}

/** To every admin except the one who asked. It names nobody whom the deed is about. */
export function deedAskedMail(
  { askedBy, reason }: DeedAskedData,
  { appUrl, language }: Occasion,
): MailContent {
  const texts = textsIn[language];
  const words = texts.deedAsked;
  return {
    subject: words.subject(askedBy),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      text(words.body(askedBy)),
      { kind: 'facts', facts: [[words.reason, reason]] },
      { kind: 'button', label: words.button, url: `${appUrl}/Approvals` },
      note(words.until),
    ],
  };
}

export interface DeedDecidedData {
  readonly decidedBy: string;
  readonly isApproved: boolean;
  readonly reason: string;
}

/** To the person who asked. */
export function deedDecidedMail(
  { decidedBy, isApproved, reason }: DeedDecidedData,
  { appUrl, language }: Occasion,
): MailContent {
  const texts = textsIn[language];
  const words = texts.deedDecided;
  return {
    subject: isApproved ? words.approved : words.refused,
    preview: isApproved ? words.approvedBy(decidedBy) : words.refusedBy(decidedBy),
    parts: [
      text(texts.greeting),
      text(isApproved ? words.approvedBy(decidedBy) : words.refusedBy(decidedBy)),
      { kind: 'facts', facts: [[texts.deedAsked.reason, reason]] },
      ...(isApproved ? [text(words.what)] : []),
      { kind: 'button', label: texts.deedAsked.button, url: `${appUrl}/Approvals` },
    ],
  };
}
