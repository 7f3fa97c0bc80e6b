import { defaultSettings } from '@gurukul/contract/provider';
import { describe, expect, test } from 'vitest';
import type { MessageMailData } from './message.ts';
import { fieldsOf, messageMail } from './message.ts';
import { withTypedLinks } from './rich-text.ts';
import { samples } from './samples.ts';

const [asha] = samples.message.people;
const mailOf = (data: Partial<MessageMailData>) =>
  messageMail(
    { ...samples.message, ...data },
    { appUrl: 'https://portal.test', at: new Date(), language: 'en', provider: defaultSettings },
  );
const textOf = (data: Partial<MessageMailData>) => {
  const [part] = mailOf(data).parts;
  return part?.kind === 'rich' ? part.text : '';
};

describe('an address that somebody typed', () => {
  test('becomes a link, without what follows in the sentence, and once', () => {
    expect(withTypedLinks('<p>See https://forms.test/a?b=1&amp;c=2. Or (www.gita.test)!</p>')).toBe(
      '<p>See <a href="https://forms.test/a?b=1&amp;c=2">https://forms.test/a?b=1&amp;c=2</a>. Or (<a href="https://www.gita.test/">www.gita.test</a>)!</p>',
    );
    const linked = '<p><a href="https://x.test/">https://x.test</a> {join}</p>';
    expect(withTypedLinks(linked)).toBe(linked);
  });

  test('with a name and a password in it is no link', () => {
    expect(withTypedLinks('<p>https://bank.test@evil.test</p>')).not.toContain('<a');
  });
});

describe('the fields of a message', () => {
  test('are known in any case, with any space, and only between tags', () => {
    expect(fieldsOf('<p>{ Name }, {next&nbsp;meeting} {NEXT  MEETING}</p>')).toEqual({
      known: ['name', 'next meeting'],
      others: [],
      cut: [],
    });
    expect(fieldsOf('<a href="https://x.test/?{nmae}">x</a> {nmae} {} {{name}}')).toEqual({
      known: ['name'],
      others: ['nmae', ''],
      cut: [],
    });
    expect(fieldsOf('<p>{na<em>me}</em></p>').cut).toEqual(['name']);
  });

  test('have a general word for somebody about whom nothing is known, in their language', () => {
    const nobody = { name: '', classes: [], courses: [], teachers: [], week: [], meeting: null, open: [] };
    const body = '<p>{name}; {class}; {course}; {teacher}; {times}; {next meeting}; {join}; {balance}</p>';
    expect(textOf({ body, people: [nobody] })).toBe(
      'student; no class yet; no course yet; no teacher yet; no times yet; no meeting is planned; no link yet; nothing is open',
    );
    expect(textOf({ body, people: [nobody], language: 'hi' })).toMatch(/^विद्यार्थी; /);
    expect(mailOf({ subject: '{name}', people: [nobody], language: 'te' }).subject).toBe('విద్యార్థి');
  });

  test('say choices in the language of the reader, and one without a word there as it is stored', () => {
    const choices = { choices: ['Large', 'Small'], choices_te: ['పెద్దది', ''], choices_hi: ['बड़ा'] };
    const answers = { size: { kind: 'several' as const, choices, all: ['Large\nSmall\nGone'] } };
    const inLanguage = (language: MessageMailData['language']) =>
      textOf({ body: '<p>{size}</p>', people: [{ ...asha!, answers }], language });
    expect((['en', 'te', 'hi'] as const).map(inLanguage)).toEqual([
      'Large, Small, Gone',
      'పెద్దది, Small, Gone',
      'बड़ा, Small, Gone',
    ]);
  });

  test('are on the clock of the reader, which is named', () => {
    const at = (timezone: string, language: MessageMailData['language'] = 'en') =>
      textOf({ body: '<p>{next meeting}</p>', timezone, language });
    expect(at('Asia/Kolkata')).toBe('Tuesday 15 January at 18:30 (Kolkata)');
    expect(at('Pacific/Auckland')).toBe('Wednesday 16 January at 02:00 (Auckland)');
    expect(at('America/New_York')).toBe('Tuesday 15 January at 08:00 (New York)');
    expect(at('no zone')).toBe('Tuesday 15 January at 18:30 (Kolkata)');
    expect(at('Asia/Kolkata', 'te')).toContain('18:30');
    // The second slot falls onto another day there.
    const week = (timezone: string) => textOf({ body: '<p>{times}</p>', timezone });
    expect(week('Asia/Kolkata')).toBe('Tuesday 18:30 and Friday 08:00 (Kolkata)');
    expect(week('America/New_York')).toBe('Tuesday 08:00 and Thursday 21:30 (New York)');
  });

  test('of several children differ only where their values do', () => {
    const people = [asha!, { ...asha!, name: 'Ravi', open: [] }];
    expect(textOf({ body: '<p>{name}: {class}; {balance}</p>', people })).toBe(
      'Asha Rao and Ravi: Morning; Asha Rao: ₹2,500.00; Ravi: nothing is open',
    );
  });
});

test('a subject stays one line, and replies go to the author', () => {
  const name = 'Asha\r\nBcc: all@example.org';
  const mail = mailOf({ subject: 'Hi {name}', people: [{ ...asha!, name }] });
  expect(mail.subject).toBe('Hi Asha Bcc: all@example.org');
  expect(mail.replyTo).toEqual({ name: 'Meera Nair', address: 'meera.nair@example.org' });
});
