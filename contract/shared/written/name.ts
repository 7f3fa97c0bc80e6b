import { titlesOf } from '../person/name-words.ts';
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

const parent =
  /\s*[,(]?\s*(?<![\p{L}\p{M}])(?:[dswcbhmf]\s*[/\\]\s*o\.?|a\s*\/\s*[lp]|(?:son|daughter|wife|care)\s+of|(?:सु)?पुत्री?|पत्नी)(?![\p{L}\p{M}]).*$/isu;
const bracketed =
  /\s*(?:\([^)]*\)?|<[^<>\s]+@[^<>\s]+>|\[[^\]]*\]?|\{[^}]*\}?|(?<=\S\s*)"[^"]*"|(?<=\S\s*)“[^”]*”)\s*/gu;
/** "7 Ravi", "12) Ravi", "Ravi 9876543210", an emoji: no part of a name. */
const number = /(?<![\p{L}\p{M}\p{N}-])[#+]?\d[\d\s-]*[.):]?(?![\p{L}\p{M}\p{N}])|(?<=\p{L}{3})-\d+$/gu;
const pictures = /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0f|\u20e3)+/gu;
/** A nickname, or what an office notes behind a blank and a dash: "Sita - Ravi's mother", "Sita – Batch 2". */
const beside = /\s+(?:@|alias\s|n[ée]e\s|a\.?k\.?a\.?\s|[-–—]\s).*$/isu;
const further = /\s*(?:[&+/;|]|\s(?:and|with|aur|और|మరియు)\s)\s*(.+)$|\s(?:family|కుటుంబం|परिवार)\.?$/isu;
const generation = /^(?:jr|sr|junior|senior|ii|iii|iv|2nd|3rd)\.?$/iu;
const degree =
  /^(?:ph\.?\s?d|m\.?d|mbbs|m\.?a|b\.?a|m\.?sc|b\.?sc|m\.?tech|b\.?tech|b\.?e|m\.?e|mba|mca|bca|b\.?com|m\.?com|b\.?ed|m\.?ed|llb|esq|rtd|retd|ias|ips|ifs|m\.?phil|m\.?pharm|b\.?pharm|bds|mds|bams|bhms|cpa|frcs|mrcp)\.?$/iu;
/** Degrees behind a name without a comma. Shorter ones may be initials, as in "Ravi M.A.". */
const longDegrees = String.raw`ph\.?d|mbbs|b\.?tech|m\.?tech|b\.sc|m\.sc|mba|mca|b\.?com|m\.?com|b\.?ed|m\.?ed|llb|bams|bhms`;
const degreeBehind = new RegExp(String.raw`(?<=\S\s)(?:(?:${longDegrees})\.?(?:\s|$))+$`, 'iu');

/** Words that may begin or name something besides the name. */
const tellingWords = new RegExp(
  String.raw`\b(?:of|alias|nee|a\.?k\.?a|and|with|aur|family|${longDegrees})\b`,
  'iu',
);

const letters = /^[A-Za-z]+(?: [A-Za-z]+)*$/u;

/** Stands where the first cell ends and the last begins. It counts as a blank. */
const seam = '\u2028';

/**
 * The name in one or two cells. Of a name in one cell the first word is the first name; "Rao, Asha" is turned round.
 * People whose name is in two cells keep it as it is divided.
 */
export function readName(firstCell: string, lastCell = ''): WrittenName {
  // Most names are words of letters, and a file has some ten thousand of them.
  const whole = `${firstCell} ${lastCell}`.trim();
  if (letters.test(whole) && firstCell !== '' && !tellingWords.test(whole)) {
    if (titlesOf(whole).titles.length === 0) {
      return lastCell === '' ? inTwo(firstCell, [], false) : checked(firstCell, lastCell, [], false);
    }
  }
  const left: string[] = [];
  const leave = (part: string) => {
    const text = tidyName(part).replaceAll(/^[\s,]+|[\s,]+$/gu, '');
    if (text !== '') left.push(text);
    return ' ';
  };
  const tidied = (cell: string) => {
    // Two lines with a whole name each name two people.
    const lines = cell.split(/[\r\n]+/u).filter((line) => line.trim() !== '');
    const text = lines.join(lines.every((line) => /\S\s+\S/u.test(line)) ? ' ; ' : ' ');
    return tidyText(/\p{Nd}/u.test(text) ? plainDigits(text) : text)
      .replaceAll(/[`´ʼ‘′]/gu, "'")
      .replaceAll('_', ' ');
  };
  let name = [firstCell, lastCell].map(tidied).join(` ${seam} `).trim();
  name = name
    // A name that stands whole in brackets or quotes, and the marks of lists.
    .replace(/^(?:\(([^)]*)\)|"([^"]*)"|“([^”]*)”|'([^']*)')/u, '$1$2$3$4 ')
    .replaceAll(/^[\s'*•~@-]+/gu, '');

  const takeTitles = () => {
    const taken = titlesOf(name);
    taken.titles.forEach(leave);
    ({ name } = taken);
  };
  name = name.replace(parent, leave);
  takeTitles();
  name = name
    .replaceAll(pictures, leave)
    .replaceAll(bracketed, (part) => (/\p{L}/u.test(name.replace(part, '')) ? leave(part) : part))
    .replace(parent, leave)
    .replace(beside, (part) => leave(part.replace(/^\s*[-–—]\s/u, '')))
    .replaceAll(number, leave)
    .replaceAll(/^\s+|[\s*#;:,+&/-]+$/gu, '')
    .replace(degreeBehind, leave);
  takeTitles();

  const several = further.exec(name);
  if (several !== null && /\p{L}/u.test(name.slice(0, several.index))) {
    leave(several[0]);
    name = name.slice(0, several.index);
  }

  const [family = '', ...afterComma] = name.split(/\s*[,،]\s*/u).filter((part) => tidyName(part) !== '');
  const isDegree = (part: string) =>
    degree.test(tidyName(part)) || titlesOf(`${tidyName(part)} a`).name === 'a';
  // Beside a degree "M.S." is one, too.
  const hasDegree = afterComma.some(isDegree);
  const parts = afterComma.filter((part) => {
    const isLeft = isDegree(part) || (hasDegree && /^(?:\p{L}\.){2,}$/u.test(tidyName(part)));
    if (isLeft) leave(part);
    return !isLeft;
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
  return inTwo([family, ...suffixes].join(' '), left, several !== null);
}

/** Divided at the seam where both sides have something, else behind the first word. */
function inTwo(name: string, left: readonly string[], isOfSeveral: boolean): WrittenName {
  const [one = '', two = ''] = name.split(seam);
  if (tidyName(one) !== '' && tidyName(two) !== '') {
    return checked(tidyName(one), tidyName(two), left, isOfSeveral);
  }
  const [firstWord = '', ...more] = tidyName(name).split(' ');
  return checked(firstWord, more.join(' '), left, isOfSeveral);
}

function checked(first: string, last: string, left: readonly string[], isOfSeveral: boolean): WrittenName {
  const isWrong = (text: string) => text !== '' && !isPersonName(text);
  const isNobody = first === '' && left.length > 0;
  const wrong = isNobody || isWrong(first) ? 'first_name' : isWrong(last) ? 'last_name' : null;
  return { first, last, left, isOfSeveral, wrong };
}
