import { invitingKinds } from '@gurukul/contract/mails';
import { mailKinds } from '@gurukul/contract/mails';
import { defaultSettings } from '@gurukul/contract/provider';
import { describe, expect, test } from 'vitest';
import type { Mail } from './templates.ts';
import { templates, writeMail } from './templates.ts';
import { asHtml, asText } from './templates/layout.ts';
import { escapeHtml } from '../../html.ts';
import type { Part } from './templates/content.ts';
import { samples } from './templates/samples.ts';
import { composeMessage, defaultSender, messageIdOf } from './message.ts';
import { createSeal } from '../../seal.ts';

const occasion = {
  appUrl: 'https://portal.example.org',
  at: new Date('2026-11-21T02:30:00Z'),
  language: 'en',
  provider: defaultSettings,
} as const;

const written = (kind: Mail['kind'], data: object) => {
  const content = writeMail(kind, data, occasion);
  return { content, text: asText(content), html: asHtml(content) };
};

const wordsOfPart = (part: Part): readonly string[] => {
  if (part.kind === 'code') return [part.code];
  if (part.kind === 'button') return [part.label, part.url];
  if (part.kind === 'facts') return part.facts.flat();
  return part.text.split('\n').filter((line) => line !== '');
};
const visible = (html: string) =>
  html.replaceAll(/<li>/g, '- ').replaceAll(/<\/?(strong|em|span|p|ul)\b[^>]*>/g, '');

test('there is a template for every kind of the delivery log, and no other', () => {
  expect(Object.keys(templates)).toEqual([...mailKinds]);
  expect(Object.keys(samples)).toEqual([...mailKinds]);
});

describe.each(mailKinds)('the mail %s', (kind) => {
  const data = samples[kind];

  test('has the same text in both parts and names Gurukul', () => {
    const { content, text, html } = written(kind, data);
    expect(html).toContain('>Gurukul<');
    for (const words of content.parts.flatMap(wordsOfPart)) {
      expect(text).toContain(words);
      expect(visible(html)).toContain(escapeHtml(words));
    }
  });

  test('loads nothing and links only to the portal', () => {
    const { text, html } = written(kind, data);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)|url\(|@import|src=/i);
    const addresses = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"'<]+/g)].map(
      ([url]) => new URL(url).origin,
    );
    const elsewhere = [
      ...invitingKinds,
      'meeting_reminder',
      'event_reminder',
      'meeting_change',
      'test_news',
      'test_reminder',
      'message',
    ].some((each) => each === kind)
      ? ['https://meet.example.org']
      : [occasion.appUrl];
    expect(new Set(addresses)).toEqual(new Set(addresses.length === 0 ? [] : elsewhere));
  });

  test('can be read in a dark scheme', () => {
    const { html } = written(kind, data);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme: dark');
  });
});

test('names are text in a mail, never markup', () => {
  const { html, text } = written('invite', {
    role: 'teacher',
    hash: '"><script>',
    invitedBy: `<img src=x onerror="alert('1')"> & Co`,
  });
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co');
  expect(html).not.toMatch(/<img|<script/);
  expect(text).toContain('https://portal.example.org/signup/%22%3E%3Cscript%3E');
});

test('a moment is given in the office’s time, by name', () => {
  expect(written('password_changed', {}).text).toContain(
    'changed on 21 November 2026 at 08:00 (India time).',
  );
});

test('the Message-ID follows from the key and the portal’s host', () => {
  const ids = ['invite:1', 'invite:2', 'invite:1'].map((key) =>
    messageIdOf(key, 'https://portal.example.org'),
  );
  expect(ids[0]).toBe(ids[2]);
  expect(ids[0]).not.toBe(ids[1]);
  expect(messageIdOf('invite:1', 'http://127.0.0.1:4000')).toMatch(/@\[127\.0\.0\.1\]>$/);
  expect(messageIdOf('invite:1', 'http://[::1]:4000')).toMatch(/@\[IPv6:::1\]>$/);
  expect(defaultSender('http://localhost:4000')).toBe('no-reply@localhost');
});

test('a subject of two lines is refused', async () => {
  const addressed = {
    sender: 'a@b.test',
    recipient: 'c@d.test',
    messageId: '<1@b.test>',
    date: occasion.at,
    host: 'b.test',
  };
  const content = {
    subject: 'Hello\r\nBcc: everybody@office.test',
    preview: '',
    parts: [],
    language: 'en' as const,
    provider: defaultSettings,
  };
  await expect(composeMessage(content, addressed)).rejects.toThrow(
    'the subject of a mail must be a single line',
  );
});

describe('the seal', () => {
  const seal = createSeal('a key for these tests, 32 bytes or more');

  test('opens what it closed, and never gives the same twice', () => {
    const closed = [seal.close({ code: '0042' }, 'reset:1'), seal.close({ code: '0042' }, 'reset:1')];
    expect(closed[0]).not.toBe(closed[1]);
    expect(closed.map((sealed) => seal.open(sealed, 'reset:1'))).toEqual([
      { code: '0042' },
      { code: '0042' },
    ]);
  });

  test('does not open for another mail, with another key, or after a change of one character', () => {
    const sealed = seal.close({ code: '0042' }, 'reset:1');
    const other = createSeal('another key for these tests, 32 bytes');
    const changed = sealed.replace(/(?<=^.{30})./, (sign) => (sign === 'A' ? 'E' : 'A'));
    expect(() => seal.open(sealed, 'reset:2')).toThrow();
    expect(() => other.open(sealed, 'reset:1')).toThrow();
    expect(() => seal.open(changed, 'reset:1')).toThrow();
    expect(() => seal.open(sealed.slice(0, 8), 'reset:1')).toThrow();
    expect(() => seal.open('{"code":"0042"}', 'reset:1')).toThrow('sealed in an unknown form');
  });

  describe('of thousands of similar contents', () => {
    const description = '<p>हरे कृष्ण, everybody is welcome at the temple.</p>'.repeat(40);
    const about = (fullname: string, more = description) => ({ description: more, fullname });
    const close = seal.closerOf(about('Asha'), about('अर्जुन'));

    test('needs little room for the shared part, and opens each as it was', () => {
      for (const content of [
        about('Asha'),
        about('अशोक'),
        about(''),
        about('"\\\u2028'),
        about('x'.repeat(9_000)),
      ]) {
        const closed = close(content, 'event:1');
        expect(closed.length).toBeLessThan(700 + content.fullname.length * 2);
        expect(seal.open(closed, 'event:1')).toEqual(content);
        expect(() => seal.open(closed, 'event:2')).toThrow();
      }
    });

    test('also takes contents that begin otherwise, are too long, or share too little', () => {
      const short = seal.closerOf({ fullname: 'Asha' }, { fullname: 'Ashok' });
      const alone = seal.closerOf(about('Asha'), about('Asha'));
      const others = [
        close(about('Asha', 'Nothing'), 'event:1'),
        close(about('x'.repeat(70_000)), 'event:1'),
        short({ fullname: 'Asha' }, 'event:1'),
      ];
      expect(others.map((closed) => closed.slice(0, 3))).toEqual(['v1.', 'v1.', 'v1.']);
      expect(others.map((closed) => seal.open(closed, 'event:1'))).toEqual([
        about('Asha', 'Nothing'),
        about('x'.repeat(70_000)),
        { fullname: 'Asha' },
      ]);
      expect(seal.open(alone(about('Asha'), 'event:1'), 'event:1')).toEqual(about('Asha'));
      expect(seal.open(alone(about('Asha Rao'), 'event:1'), 'event:1')).toEqual(about('Asha Rao'));
      // The shared part of these ends inside a character.
      const between = seal.closerOf(about('अर्जुन'), about('अशोक'));
      expect(seal.open(between(about('अशोक'), 'event:1'), 'event:1')).toEqual(about('अशोक'));
    });
  });
});
