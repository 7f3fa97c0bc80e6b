import { describe, expect, test } from 'vitest';
import { linkOf, readFile } from '../../contract/shared/words/read-catalogue.ts';
import { entriesOf, nounsIn } from '../../contract/test/catalogues.ts';
import { lengthened } from '../../contract/test/lengthened.ts';
import { faultsOf } from '../../contract/test/message-faults.ts';
import { readBack, writeOut } from './translation.ts';
import { escaped, parseXml, unescaped } from './xml.ts';

const [telugu, kannada] = [writeOut('te'), writeOut('kn')];

const asStored = (language: string) =>
  new Map(nounsIn(language).map((noun) => [noun, readFile(noun, language)]));

test.each(['te', 'ta'])('%s goes out and comes back as it was', (language) => {
  const { catalogues, refused } = readBack(writeOut(language));
  expect(refused).toEqual([]);
  // With the order of their keys.
  expect(JSON.stringify([...catalogues].toSorted())).toBe(JSON.stringify([...asStored(language)].toSorted()));
});

/** Writes another target for a text of the file. */
const answer = (xml: string, key: string, text: string) => {
  const unit = new RegExp(`(<trans-unit id="${RegExp.escape(escaped(key))}".*?<target>).*?(</target>)`);
  expect(xml).toMatch(unit);
  return xml.replace(unit, (_, before: string, after: string) => `${before}${text}${after}`);
};

test('a changed text is the only change', () => {
  const before = asStored('te');
  const { catalogues } = readBack(answer(telugu, 'linkHint', 'బటన్ &amp; లింక్'));
  const changed = [...catalogues].flatMap(([noun, catalogue]) => {
    const old = new Map(entriesOf(before.get(noun)!));
    return entriesOf(catalogue).filter(([key, text]) => old.get(key) !== text);
  });
  expect(changed).toEqual([['linkHint', 'బటన్ & లింక్']]);
});

test('of a new language comes back what is translated, and nothing else', () => {
  expect(readBack(kannada).catalogues.size).toBe(0);
  const { language, catalogues } = readBack(answer(kannada, 'linkHint', 'ಬಟನ್'));
  expect([language, [...catalogues]]).toEqual(['kn', [['mail-templates', { linkHint: 'ಬಟನ್' }]]]);
});

test('a longer language comes back whole', () => {
  const filled = kannada.replaceAll(
    /(<source>)([^<]*)(<\/source><target>)(?=<)/g,
    (_, source: string, text: string, target: string) =>
      `${source}${text}${target}${escaped(lengthened(unescaped(text)))}`,
  );
  const { catalogues, refused } = readBack(filled);
  expect(refused).toEqual([]);
  for (const noun of nounsIn('en')) {
    const keysOf = (catalogue = readFile(noun, 'en')) =>
      entriesOf(catalogue)
        .filter(([, text]) => linkOf(text) === null)
        .map(([key]) => key);
    expect(keysOf(catalogues.get(noun))).toEqual(keysOf());
  }
});

test('a translator reads the parameters, the categories of plurals and the terms', () => {
  const unit = /<trans-unit id="of\(reader, count: number\)".*/.exec(writeOut('ar'))?.[0];
  expect(unit).toContain('<note>{reader}: string</note><note>{count}: number</note>');
  expect(unit).toContain('<note>plural: zero, one, two, few, many, other</note>');
  expect(/<trans-unit id="myPage \/ foot".*/.exec(telugu)?.[0]).toContain('<note>my page: నా పేజీ</note>');
});

describe('a text does not fit with', () => {
  const key = 'of(reader, count: number)';
  const english = '{reader}, shows {count, plural, one {# student} other {# students}}';

  test.each([
    ['nothing', '{reader} {count, plural, =0 {-} one {#} other {#}}', []],
    ['a missing parameter', '{count, plural, one {#} other {#}}', ['{reader} is missing']],
    ['an unknown one', '{reader} {who}', ['{who} is unknown']],
    ['a tag', '{reader} <b>-</b>', ['{b} is unknown', '{<b>} is unknown']],
    ['a text as a number', '{reader, number}', ['{reader} is no number']],
    [
      'a category that the language has not',
      '{reader} {count, plural, one {#} few {#} other {#}}',
      ['the plural "few" is not one of one, other'],
    ],
    ['an open branch', '{reader} {count, plural, one {#}', [expect.stringContaining('not well-formed')]],
    ['no "other"', '{reader} {count, plural, one {#}}', [expect.stringContaining('not well-formed')]],
  ])('%s', (_, text, faults) => {
    expect(faultsOf('te', key, english, text)).toEqual(faults);
  });

  test('another fact of a refusal', () => {
    const faults = faultsOf('te', 'few_weeks', 'Only {weeks} weeks', '{week} వారాలు');
    expect(faults).toEqual(['{weeks} is missing', '{week} is unknown']);
  });
});

test('what does not fit is said by name and is not taken', () => {
  const back = [
    ['sendTo(mailbox)', 'లింక్ పంపండి'],
    ['few_weeks', 'వారాలు'],
    ['linkHint', '<g id="1">బటన్</g>'],
  ]
    .reduce((xml, [key = '', text = '']) => answer(xml, key, text), telugu)
    .replace('id="footer(provider)"', 'id="foot(provider)"')
    .replace('original="family-page"', 'original="page"')
    .replace('<source>Links</source>', '<source>Lynx</source>');
  const { refused, catalogues } = readBack(back);
  expect(refused.toSorted()).toEqual([
    'mail-templates: foot(provider): there is no such key',
    'mail-templates: linkHint: <g> is markup of a tool',
    'my-page: links: the English text is another one now',
    'my-page: sendTo(mailbox): {mailbox} is missing',
    'page: there is no such noun',
    'refusals: few_weeks: {weeks} is missing',
  ]);
  const stored = asStored('te');
  stored.delete('family-page');
  expect(new Map([...catalogues].toSorted())).toEqual(new Map([...stored].toSorted()));
});

test('the blanks at the ends of a text stay, where a tool cut them', () => {
  const { catalogues } = readBack(answer(kannada, 'settings / whatsapp', 'ವಾಟ್ಸಾಪ್:'));
  expect(catalogues.get('family-page')).toEqual({ settings: { whatsapp: 'ವಾಟ್ಸಾಪ್: ' } });
});

describe('XML', () => {
  test.each([
    ['<a>1 &amp; <b c="&lt;2" d=\'"\'/>&#x41;&#66;<![CDATA[<&]]></a>', '1 & AB<&'],
    ['\uFEFF<?xml version="1.0"?>\n<!-- <x> --><a>1</a>\n', '1'],
  ])('%s is read', (xml, text) => {
    expect(parseXml(xml).text).toBe(text);
  });

  test.each([
    ['', 'Line 1'],
    ['<a>', 'Line 1'],
    ['<a>\n<b></a>', 'Line 2: </a> ends <b>'],
    ['<a>\n1 < 2</a>', 'Line 2'],
    ['<a>1 & 2</a>', 'Line 1: & stands for nothing'],
    ['<a>\n<b>&nbsp;</b></a>', 'Line 2: &nbsp; stands for nothing'],
    ['<a b=c></a>', 'Line 1'],
    ['<a></a><b></b>', 'Line 1'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'Line 1'],
  ])('%s is refused with its line', (xml, message) => {
    expect(() => parseXml(xml)).toThrow(message);
  });

  test('of two languages is refused', () => {
    const out = telugu.replace('target-language="te"', 'target-language="hi"');
    expect(() => readBack(out)).toThrow('one language other than English');
  });
});
