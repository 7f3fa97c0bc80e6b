import type { CaseKind } from '@gurukul/contract/cases';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import type { MailTexts } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { dayIn } from './event-times.ts';
import { inLine, isolated, pairOf } from '../../../plain.ts';

const longestName = 200;

interface OpenCase {
  readonly kind: CaseKind;
  readonly course_name: string | null;
  readonly class_name: string | null;
  /** yyyy-mm-dd */
  readonly due_on: string | null;
  readonly is_overdue: boolean;
}

interface KindOfCases {
  readonly kind: CaseKind;
  readonly count: number;
  readonly overdue: number;
}

export interface OpenCasesMailData {
  readonly owner_id: number;
  /** Read when the mail leaves; absent until then. Kinds have all cases, `lines` the first ones. */
  readonly open?: { readonly kinds: readonly KindOfCases[]; readonly lines: readonly OpenCase[] };
}

function placeOf({ course_name: course, class_name: name }: OpenCase): string | null {
  if (course === null) return null;
  return name === null ? isolated(inLine(course, longestName)) : pairOf(name, course);
}

function lineOf(texts: MailTexts['openCases'], language: PortalLanguage, one: OpenCase): Fact {
  const { kind, due_on, is_overdue } = one;
  const day = due_on === null ? null : dayIn(language, due_on);
  const due = day === null ? texts.noDue : (is_overdue ? texts.overdue : texts.due)({ day });
  const place = placeOf(one);
  return [texts.kinds[kind], place === null ? due : `${place}: ${due}`];
}

/** It names classes and courses, and no student: it passes through mailboxes. */
export function openCasesMail(
  { open = { kinds: [], lines: [] } }: OpenCasesMailData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const own = texts.openCases;
  const count = open.kinds.reduce((sum, one) => sum + one.count, 0);
  const overdue = open.kinds.reduce((sum, one) => sum + one.overdue, 0);
  const more = count - open.lines.length;
  return {
    subject: own.subject({ provider: nameOfProvider(provider), count }),
    preview: own.preview,
    parts: [
      text(texts.greeting),
      text(own.body({ count, overdue })),
      { kind: 'facts', facts: open.kinds.map((one): Fact => [own.kinds[one.kind], String(one.count)]) },
      { kind: 'facts', facts: open.lines.map((one) => lineOf(own, language, one)) },
      ...(more > 0 ? [text(own.more({ count: more }))] : []),
      { kind: 'button', label: own.button, url: `${appUrl}/cases` },
      note(own.why),
    ],
  };
}
