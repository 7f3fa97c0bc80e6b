import { paperTexts, type PaperLanguage } from './words.ts';

/** A power of ten with its word, and the word for exactly one of it where that differs: alone, and before more. */
type Scale = readonly [size: number, many: string, one?: string, oneAndMore?: string];

interface Numerals {
  /** From 0, as far as each number has a word of its own. */
  readonly small: readonly string[];
  /** Twenty, thirty and so on, where the others below 100 are made of two words. */
  readonly tens?: readonly string[];
  readonly joint: string;
  readonly scales: readonly Scale[];
}

const oneToNineteen =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const english = {
  small: oneToNineteen.split(' '),
  tens: 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
  joint: '-',
} as const;
const international: Numerals = {
  ...english,
  scales: [
    [1e9, 'billion'],
    [1e6, 'million'],
    [1000, 'thousand'],
    [100, 'hundred'],
  ],
};
const indian: Numerals = {
  ...english,
  scales: [
    [1e7, 'crore'],
    [1e5, 'lakh'],
    [1000, 'thousand'],
    [100, 'hundred'],
  ],
};
/** As before a noun, which is always there. */
const telugu: Numerals = {
  small:
    'సున్నా ఒక్క రెండు మూడు నాలుగు ఐదు ఆరు ఏడు ఎనిమిది తొమ్మిది పది పదకొండు పన్నెండు పదమూడు పద్నాలుగు పదిహేను పదహారు పదిహేడు పద్దెనిమిది పంతొమ్మిది'.split(
      ' ',
    ),
  tens: 'ఇరవై ముప్పై నలభై యాభై అరవై డెబ్భై ఎనభై తొంభై'.split(' '),
  joint: ' ',
  scales: [
    [1e7, 'కోట్ల', 'ఒక కోటి'],
    [1e5, 'లక్షల', 'ఒక లక్ష'],
    [1000, 'వేల', 'వెయ్యి'],
    [100, 'వందల', 'వంద', 'నూట'],
  ],
};
const hindi: Numerals = {
  small:
    'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'.split(
      ' ',
    ),
  joint: ' ',
  scales: [
    [1e7, 'करोड़'],
    [1e5, 'लाख'],
    [1000, 'हज़ार'],
    [100, 'सौ'],
  ],
};

function spell(number: number, numerals: Numerals): string {
  const { small, tens = [], joint, scales } = numerals;
  const found = scales.find(([size]) => number >= size);
  if (found !== undefined) {
    const [size, many, one, oneAndMore = one] = found;
    const [count, rest] = [Math.floor(number / size), number % size];
    const named = (rest === 0 ? one : oneAndMore) ?? '';
    const head = count === 1 && named !== '' ? named : `${spell(count, numerals)} ${many}`;
    return rest === 0 ? head : `${head} ${spell(rest, numerals)}`;
  }
  if (number < small.length) return small[number]!;
  const ten = tens[Math.floor(number / 10) - 2]!;
  return number % 10 === 0 ? ten : `${ten}${joint}${small[number % 10]}`;
}

/** The parts of other currencies are written as 50/100. */
const parts = {
  INR: 'paise',
  GBP: 'pence',
  USD: 'cents',
  EUR: 'cents',
  AUD: 'cents',
  CAD: 'cents',
  NZD: 'cents',
  SGD: 'cents',
  HKD: 'cents',
} as const;

const hasPart = (currency: string): currency is keyof typeof parts => Object.hasOwn(parts, currency);

function currencyIn(language: PaperLanguage, currency: string, count: number): string {
  if (currency === 'INR') return paperTexts(language).inWords.rupees({ count });
  const style = { style: 'currency', currency, currencyDisplay: 'name', maximumFractionDigits: 0 } as const;
  const written = new Intl.NumberFormat(language, style).formatToParts(count);
  return written.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Rupees one lakh twenty-five thousand and fifty paise only. */
export function amountInWords(amount: string, currency: string, language: PaperLanguage): string {
  const numerals = { en: currency === 'INR' ? indian : international, te: telugu, hi: hindi }[language];
  const [whole = '0', fraction = ''] = amount.split('.');
  const words = (number: number) => (language === 'te' && number === 1 ? 'ఒక' : spell(number, numerals));
  const [count, few] = [Number(whole), Number(fraction)];
  const texts = paperTexts(language).inWords;
  const rest =
    few === 0
      ? ''
      : !hasPart(currency) || fraction.length !== 2
        ? `${few}/${10 ** fraction.length}`
        : `${words(few)} ${texts[parts[currency]]({ count: few })}`;
  const name = currencyIn(language, currency, count);
  const head = language === 'en' ? `${name} ${words(count)}` : `${words(count)} ${name}`;
  const isPartOnly = count === 0 && rest !== '' && !rest.includes('/');
  const said = isPartOnly ? rest : rest === '' ? head : `${head} ${texts.and} ${rest}`;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} ${texts.only}`;
}
