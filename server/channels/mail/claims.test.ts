import type { MailKind } from '@gurukul/contract/mails';
import { defaultSettings } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { describe, expect, test } from 'vitest';
import { writeMail } from './templates.ts';
import { asText } from './templates/layout.ts';
import { samples } from './templates/samples.ts';
import type { MailTexts } from './texts.ts';
import { textsIn } from './texts.ts';

/* Sentences of mails that say how something stands. Each stands in a mail where that is so, and in none where not. */

interface Claim {
  readonly kind: MailKind;
  readonly says: (texts: MailTexts) => string;
  readonly isSo: object;
  readonly isNot: object;
}

const [meeting] = samples.meeting_change.meetings;
const { drawing } = samples.receipt;
const ofMeeting = (news: string, more: object = {}) => ({ meetings: [{ ...meeting!, news, ...more }] });

const claims: Readonly<Record<string, Claim>> = {
  'there are more than are listed': {
    kind: 'meeting_change',
    says: ({ meetingChange }) => meetingChange.more({ count: 2 }),
    isSo: { more: 2 },
    isNot: { more: 0 },
  },
  'the reader takes it': {
    kind: 'meeting_change',
    says: ({ meetingChange }) => meetingChange.lines.yours({ count: 1 }),
    isSo: ofMeeting('yours'),
    isNot: ofMeeting('substitute'),
  },
  'the reader is released': {
    kind: 'meeting_change',
    says: ({ meetingChange }) => meetingChange.lines.released({ count: 1 }),
    isSo: ofMeeting('released'),
    isNot: ofMeeting('usual'),
  },
  'there is a recording': {
    kind: 'meeting_change',
    says: ({ meetingChange }) => meetingChange.lines.recording({ count: 1 }),
    isSo: ofMeeting('recording'),
    isNot: ofMeeting('meeting_link'),
  },
  'there is a link above': {
    kind: 'event_published',
    says: ({ event }) => event.linkAbove,
    isSo: {},
    isNot: { meeting_link: '' },
  },
  'the receipt is a copy': {
    kind: 'receipt',
    says: ({ receipt }) => receipt.copy,
    isSo: { drawing: { ...drawing, is_copy: true } },
    isNot: { drawing: { ...drawing, is_copy: false } },
  },
};

describe.each(Object.entries(claims))('that %s', (_, { kind, says, isSo, isNot }) => {
  const textWith = (language: PortalLanguage, data: object) =>
    asText(
      writeMail(
        kind,
        { ...samples[kind], ...data },
        {
          appUrl: 'https://portal.test',
          at: new Date('2026-11-21T02:30:00Z'),
          language,
          provider: defaultSettings,
        },
      ),
    );

  test.each(['en', 'te', 'hi'] as const)('is said in %s where it is so, and only there', (language) => {
    const sentence = says(textsIn(language));
    expect(textWith(language, isSo)).toContain(sentence);
    expect(textWith(language, isNot)).not.toContain(sentence);
  });
});
