import { isPersonName, tidyName } from '../person/person-name.ts';
import { plainDigits, tidyText } from './text.ts';

/* The one reader of people's names in sheets, lists and on sites. */

export interface WrittenName {
  readonly first: string;
  readonly last: string;
  /** What was left out of it: titles, parents, brackets, numbers. In the order in which it is written. */
  readonly left: readonly string[];
  /** The cell names further people, who are in `left`. */
  readonly isOfSeveral: boolean;
  /** Which of the two cannot be a name although everything known was left out. */
  readonly wrong: 'first_name' | 'last_name' | null;
}

/** Titles that are hardly ever a name, and those that are titles with a point alone, as "Chi." is beside Chi Nguyen. */
const titles = String.raw`(?:mr|mrs|ms|mx|miss|master|mstr|dr|prof|shri|smt|shrimati|srimati|kum|श्री|श्रीमती|डॉ|कुमारी|శ్రీమతి|డాక్టర్|కుమారి|திரு|திருமதி)`;
const pointed = String.raw`(?:er|adv|ca|capt|col|lt|maj|gen|sgt|rev|fr|pt|sow|chi|late|sri|sree|shree|कु|सौ|चि|సౌ|డా|చి|శ్రీ)`;
/** Also given names, as in "Sri Lakshmi": titles before two words. */
const rare = String.raw`(?:sri|sree|shree|శ్రీ)`;
const titled = new RegExp(
  String.raw`^(?:(?:(?:&|and)\s*)?${titles}(?:\.|(?=\s))|${pointed}\.|${rare}(?=(?:\s+${rare})*\s+\S+\s+\S))\s*`,
  'iu',
);
const parent =
  /\s*[,(]?\s*(?<![\p{L}\p{M}])(?:[dswc]\s*\/\s*o\.?|a\s*\/\s*[lp]|(?:son|daughter|wife|care)\s+of)(?![\p{L}\p{M}]).*$/isu;
const bracketed = /\s*(?:\([^)]*\)?|\[[^\]]*\]?|\{[^}]*\}?|(?<=\S\s*)"[^"]*"|(?<=\S\s*)“[^”]*”)\s*/gu;
/** "7 Ravi", "12) Ravi", "Ravi 9876543210", an emoji: no part of a name. */
const number = /(?<![\p{L}\p{M}\p{N}-])[#+]?\d[\d\s-]*[.):]?(?![\p{L}\p{M}\p{N}])/gu;
const pictures = /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0f|\u20e3)+/gu;
const further = /\s*(?:&|\+|\/|\s(?:and|with|aur|और|మరియు)\s)\s*(.+)$/isu;
const generation = /^(?:jr|sr|junior|senior|ii|iii|iv|2nd|3rd)\.?$/iu;
const degree =
  /^(?:ph\.?\s?d|m\.?d|mbbs|m\.?a|b\.?a|m\.?sc|b\.?sc|m\.?tech|b\.?tech|b\.?e|m\.?e|mba|mca|bca|b\.?com|m\.?com|b\.?ed|m\.?ed|llb|esq|rtd|retd|ias|ips)\.?$/iu;

/** Stands where the first cell ends and the last begins. It counts as a blank. */
const seam = '\u2028';

/**
 * The name in one or two cells. Of a name in one cell the first word is the first name; "Rao, Asha" is turned round.
 * People whose name is in two cells keep it as it is divided.
 */
export function readName(firstCell: string, lastCell = ''): WrittenName {
  const left: string[] = [];
  const leave = (part: string) => {
    const text = tidyName(part).replaceAll(/^[\s,]+|[\s,]+$/gu, '');
    if (text !== '') left.push(text);
    return ' ';
  };
  const tidied = (text: string) =>
    tidyText(/\p{Nd}/u.test(text) ? plainDigits(text) : text)
      .replaceAll(/[`´ʼ‘′]/gu, "'")
      .replaceAll('_', ' ');
  let name = [firstCell, lastCell]
    .map(tidied)
    .join(lastCell.trim() === '' ? '' : ` ${seam} `)
    .trim();
  name = name
    // A name that stands whole in brackets or quotes, and the marks of lists.
    .replace(/^(?:\(([^)]*)\)|"([^"]*)"|“([^”]*)”|'([^']*)')/u, '$1$2$3$4 ')
    .replaceAll(/^[\s'*•-]+/gu, '');

  const takeTitles = () => {
    for (let found = titled.exec(name); found !== null; found = titled.exec(name)) {
      const rest = name.slice(found[0].length);
      if (!/\p{L}/u.test(rest)) return;
      leave(found[0]);
      name = rest;
    }
  };
  takeTitles();
  name = name
    .replaceAll(pictures, leave)
    .replaceAll(bracketed, (part) => (/\p{L}/u.test(name.replace(part, '')) ? leave(part) : part))
    .replace(parent, leave)
    .replaceAll(number, leave)
    .replaceAll(/^\s+|[\s*#;:,+&/-]+$/gu, '');
  takeTitles();

  const several = further.exec(name);
  if (several !== null && /\p{L}/u.test(name.slice(0, several.index))) {
    leave(several[0]);
    name = name.slice(0, several.index);
  }

  const [family = '', ...afterComma] = name.split(/\s*[,،]\s*/u).filter((part) => tidyName(part) !== '');
  const parts = afterComma.filter((part) => {
    const text = tidyName(part);
    const isDegree = degree.test(text) || titled.exec(`${text} `)?.[0].trim() === text;
    if (isDegree) leave(part);
    return !isDegree;
  });
  const suffixes = parts.filter((part) => generation.test(tidyName(part)));
  const [given, ...others] = parts.filter((part) => !suffixes.includes(part));
  for (const other of others) leave(other);
  if (given !== undefined) {
    name = tidyName(given);
    takeTitles();
    return checked(
      tidyName(name),
      [tidyName(family), ...suffixes.map(tidyName)].join(' '),
      left,
      several !== null,
    );
  }
  name = [family, ...suffixes].join(' ');
  const [one = '', two = ''] = name.includes(seam) ? name.split(seam) : [name];
  if (tidyName(one) !== '' && tidyName(two) !== '') {
    return checked(tidyName(one), tidyName(two), left, several !== null);
  }
  const [firstWord = '', ...more] = tidyName(name).split(' ');
  return checked(firstWord, more.join(' '), left, several !== null);
}

function checked(first: string, last: string, left: readonly string[], isOfSeveral: boolean): WrittenName {
  const isWrong = (text: string) => text !== '' && !isPersonName(text);
  const isNobody = first === '' && left.length > 0;
  const wrong = isNobody || isWrong(first) ? 'first_name' : isWrong(last) ? 'last_name' : null;
  return { first, last, left, isOfSeveral, wrong };
}
