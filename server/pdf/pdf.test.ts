import { readCatalogue } from '@gurukul/contract/shared/words/read-catalogue';
import { entriesOf } from '@gurukul/contract/test/catalogues';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { linesOfPdf } from '../test/pdf-text.ts';
import { amountInWords } from './amount-in-words.ts';
import type { Drawing, Picture, ReceiptContent } from './content.ts';
import { drawReceipt } from './receipt.ts';
import { printable, runsOf, typefaceOf } from './shaping.ts';
import type { Script } from './shaping.ts';
import { drawStatement } from './statement.ts';
import type { Statement } from './statement.ts';
import { amountOn, dayOn, paperLanguages, paperTexts } from './words.ts';

const content: ReceiptContent = {
  provider: {
    name: 'శ్రీ వేద గురుకులం',
    address: 'Lotus Road 5\nHyderabad 500001',
    registration: 'AAATG1234FF20214',
  },
  template: 'plain',
  wording: 'With thanks.',
  kind: 'fee',
  campaign: '',
  payer: 'శ్రీకృష్ణ సుబ్రహ్మణ్య శాస్త్రి',
  students: ['श्रीकृष्ण हर्षवर्धन', 'Asha Rao'],
  courses: ['Bhagavad Gita'],
  payment_id: 'pay_1',
  amount: '125000.00',
  currency: 'INR',
  method: 'upi',
  paid_on: '2026-03-31',
  issued_on: '2026-04-01',
};
const drawing: Drawing = { number: 'R/2026-27/1', language: 'te', is_copy: false, voided: null, content };
const linesOf = async (more: Partial<Drawing> = {}) =>
  linesOfPdf(await drawReceipt({ ...drawing, ...more }, null));

async function logoOf(width: number, height: number): Promise<Picture> {
  const png = await sharp({ create: { width, height, channels: 3, background: '#14716a' } })
    .png()
    .toBuffer();
  return { png, width, height };
}
const picturesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;

describe('shaping', () => {
  // By hb-shape 6.0 of Debian, with the same typefaces: id, offsets where there are any, advance.
  test.each<[Script, string, string]>([
    ['telugu', 'శ్రీకృష్ణ', '244+550|556+0|23+522|65+400|56+713|484@-67,-30+0'],
    ['telugu', 'సుబ్రహ్మణ్య', '57+702|63+346|45+750|547+0|58+1028|771+259|37+826|778+458'],
    ['telugu', 'శాస్త్రి', '172+851|210+702|580@-1,0+0'],
    ['telugu', 'క్ష్మి', '212+522|785+420'],
    ['telugu', 'రాష్ట్ర', '167+906|56+698|480@-71,-30+0|763+420'],
    ['devanagari', 'श्रीकृष्ण', '317+708|33+259|56+768|36@-221,0+0|255+322|70+723'],
    ['devanagari', 'क्षत्रिय', '90+717|542+259|304+552|81+580'],
    ['devanagari', 'र्क', '56+768|503@-221,0+0'],
    ['devanagari', 'हर्षवर्धन', '88+531|86+578|503+0|84+556|74+615|503+0|75+555'],
    ['devanagari', 'कृष्णमूर्ति', '56+768|36@-221,0+0|255+322|70+723|80+598|35+0|587+259|71+570|759+0'],
  ])('%s %s', (script, word, wanted) => {
    const glyphs = typefaceOf(script, 'regular').shape(word);
    const got = glyphs.map(({ id, xAdvance, xOffset, yOffset }) => {
      const at = xOffset === 0 && yOffset === 0 ? '' : `@${xOffset},${yOffset}`;
      return `${id}${at}+${xAdvance}`;
    });
    expect(got.join('|')).toBe(wanted);
    expect(glyphs.map(({ letters }) => letters).join('')).toBe(word);
  });

  /** The letters of a text for which no typeface has a glyph. */
  const boxesIn = (text: string) =>
    runsOf(printable(text).text).flatMap((run) =>
      (['regular', 'bold'] as const).flatMap((weight) =>
        typefaceOf(run.script, weight)
          .shape(run.text)
          .filter(({ id }) => id === 0)
          .map(({ letters }) => letters),
      ),
    );

  // The last number: glyphs of the text. Letters of India that join have fewer of them than letters.
  test.each<[Script[], string, number]>([
    [['latin'], 'Nguyễn Thị Ánh, Łukasz Żółć, ṛṣṇā, Þór’s ₹ 1,250 – © №', 56],
    [['latin'], 'Иван Щёкин, Ґанна Їжак, Γιώργος Ώρα', 35],
    [['telugu'], 'శ్రీకృష్ణ', 6],
    [['devanagari'], 'श्रीकृष्ण ॐ ।', 10],
    [['tamil'], 'தமிழ்ச்செல்வி ஸ்ரீ', 12],
    [['kannada'], 'ಶ್ರೀಕೃಷ್ಣ', 7],
    [['malayalam'], 'ശ്രീകൃഷ്ണൻ', 9],
    [['bengali'], 'শ্রীমতী ক্ষেত্ৰ ৱ ৎ ড়', 17],
    [['gujarati'], 'શ્રીકૃષ્ણ', 6],
    [['gurmukhi'], 'ਸ੍ਰੀ ਗੁਰਪ੍ਰੀਤ ੴ', 13],
    [['odia'], 'ଶ୍ରୀକୃଷ୍ଣ', 5],
    [['chinese'], '王小明（李小龍）臺灣、田中さくら', 16],
    [['latin', 'telugu', 'devanagari', 'latin'], 'Ramesh శ్రీనివాస్, राम. Å ₹ 1', 24],
    [['devanagari', 'bengali'], 'राम। রাম।', 9],
    [['chinese', 'latin', 'tamil'], '王 (Wang) தமிழ் 12', 16],
  ])('%s: %s', (wanted, text, glyphs) => {
    expect(printable(text)).toEqual({ text, isWhole: true });
    const runs = runsOf(text);
    expect(runs.map((run) => run.text).join('')).toBe(text);
    expect(runs.map(({ script }) => script)).toEqual(wanted);
    expect(boxesIn(text)).toEqual([]);
    const placed = runs.flatMap((run) => typefaceOf(run.script, 'regular').shape(run.text));
    expect(placed.map(({ letters }) => letters).join('')).toBe(text);
    expect(placed).toHaveLength(glyphs);
  });

  test.each([
    ['Asha 🙏 Rao', 'Asha Rao', true],
    ['👨‍👩‍👧 Rao 🇮🇳 1️⃣ ❤', 'Rao', true],
    ['𝓐𝓼𝓱𝓪\t\u202aRao\u3164', 'Asha Rao', true],
    ['© Asha\nRao', '© Asha\nRao', true],
    ['', '', true],
    ['🙏🙏', '', false],
    ['สมชาย Asha', 'Asha', false],
    ['محمد', '', false],
    ['משה', '', false],
    ['김민수', '', false],
    ['ꯃꯅꯤ', '', false],
    ['x\ue000', 'x', false],
  ])('of %j paper says %j', (text, said, isWhole) => {
    expect(printable(text)).toEqual({ text: said, isWhole });
  });

  test.each([
    [0, 0x3200],
    [0xa000, 0xac00],
    [0xd7c0, 0x11c00],
    [0x1d400, 0x1fb00],
  ])('no character from %i to %i becomes a box', (from, to) => {
    for (let code = from; code < to; code += 64) {
      const letters = Array.from({ length: 64 }, (_, n) => String.fromCodePoint(code + n));
      const text = letters.filter((letter) => letter !== '\n').join('');
      expect(boxesIn(text.toWellFormed())).toEqual([]);
    }
  });

  test('every text of the house can be written', () => {
    for (const language of paperLanguages) {
      const flat = entriesOf(readCatalogue('paper', language)).map(([, text]) => text);
      for (const text of flat) {
        expect([printable(text).isWhole, boxesIn(text)]).toEqual([true, []]);
      }
    }
  });
});

describe('a receipt', () => {
  test.each(['en', 'te', 'hi'] as const)(
    'in %s says everything, and its text can be copied',
    async (language) => {
      const words = paperTexts(language);
      const pdf = await drawReceipt({ ...drawing, language }, null);
      expect(pdf.length).toBeLessThan(100_000);
      const lines = linesOfPdf(pdf);
      expect(lines).toEqual(
        expect.arrayContaining([
          'శ్రీ వేద గురుకులం',
          'Hyderabad 500001',
          words.receipt,
          'R/2026-27/1',
          dayOn('2026-04-01', language),
          dayOn('2026-03-31', language),
          'శ్రీకృష్ణ సుబ్రహ్మణ్య శాస్త్రి',
          'श्रीकृष्ण हर्षवर्धन, Asha Rao',
          'INR 1,25,000.00',
          'With thanks.',
        ]),
      );
      expect(lines).not.toContain(words.copy);
      expect(lines).not.toContain(words.voided);
      expect(pdf.toString('latin1')).toContain(`/Lang (${language})`);
    },
  );

  test('is the same file each time, and says what it is later', async () => {
    expect((await drawReceipt(drawing, null)).equals(await drawReceipt(drawing, null))).toBe(true);
    expect(await linesOf({ is_copy: true })).toContain('నకలు');
    const lines = await linesOf({ voided: { on: '2026-04-02', reason: 'Wrong payer' } });
    expect(lines).toContain('రద్దు');
    expect(lines.join(' ')).toContain('Wrong payer');
  });

  test.each([
    ['of 200 letters without a space', 'x'.repeat(200)],
    ['of 200 letters of Telugu', 'కృష్ణమూర్తి'.repeat(20).slice(0, 200)],
    ['of Chinese', '李小龍'.repeat(60)],
    ['of markup', '<b>)Tj ET\\ (bold)</b>'],
  ])('takes a name %s', async (_, payer) => {
    const lines = await linesOf({ content: { ...content, payer } });
    const whole = lines.join('');
    expect(whole.replaceAll(' ', '')).toContain(payer.replaceAll(' ', ''));
    expect(lines.at(-1)).toBe(paperTexts('te').automatic);
  });

  test.each([
    ['1250', 'JPY', 'JPY 1,250'],
    ['1250.500', 'KWD', 'KWD 1,250.500'],
    ['12345678.90', 'INR', 'INR 1,23,45,678.90'],
    ['12345678.90', 'USD', 'USD 12,345,678.90'],
    ['0.10', 'EUR', 'EUR 0.10'],
  ])('writes %s %s as %s', (amount, currency, wanted) => {
    expect(amountOn(amount, currency)).toBe(wanted);
  });

  test.each([
    ['1.00', 'INR', 'Rupee one only', 'ఒక రూపాయి మాత్రమే', 'एक रुपया मात्र'],
    ['101.00', 'INR', 'Rupees one hundred one only', 'నూట ఒక్క రూపాయలు మాత్రమే', 'एक सौ एक रुपये मात्र'],
    [
      '1250.50',
      'INR',
      'Rupees one thousand two hundred fifty and fifty paise only',
      'వెయ్యి రెండు వందల యాభై రూపాయలు మరియు యాభై పైసలు మాత్రమే',
      'एक हज़ार दो सौ पचास रुपये और पचास पैसे मात्र',
    ],
    [
      '125000.00',
      'INR',
      'Rupees one lakh twenty-five thousand only',
      'ఒక లక్ష ఇరవై ఐదు వేల రూపాయలు మాత్రమే',
      'एक लाख पच्चीस हज़ार रुपये मात्र',
    ],
    [
      '2025000000.00',
      'INR',
      'Rupees two hundred two crore fifty lakh only',
      'రెండు వందల రెండు కోట్ల యాభై లక్షల రూపాయలు మాత్రమే',
      'दो सौ दो करोड़ पचास लाख रुपये मात्र',
    ],
    ['0.50', 'INR', 'Fifty paise only', 'యాభై పైసలు మాత్రమే', 'पचास पैसे मात्र'],
    [
      '25.50',
      'USD',
      'US dollars twenty-five and fifty cents only',
      'ఇరవై ఐదు అమెరికా డాలర్\u200cలు మరియు యాభై సెంట్లు మాత్రమే',
      'पच्चीस यूएस डॉलर और पचास सेंट मात्र',
    ],
    [
      '1250000',
      'JPY',
      'Japanese yen one million two hundred fifty thousand only',
      'పన్నెండు లక్షల యాభై వేల జపనీస్ యెన్ మాత్రమే',
      'बारह लाख पचास हज़ार जापानी येन मात्र',
    ],
    [
      '0.500',
      'KWD',
      'Kuwaiti dinars zero and 500/1000 only',
      'సున్నా కువైట్ దీనార్\u200cలు మరియు 500/1000 మాత్రమే',
      'शून्य कुवैती दिनार और 500/1000 मात्र',
    ],
  ])('says %s %s in words', (amount, currency, ...wanted) => {
    const said = (['en', 'te', 'hi'] as const).map((language) => amountInWords(amount, currency, language));
    expect(said).toEqual(wanted);
  });

  test('of twelve children says the share of each, on as many pages as it needs, below the logo', async () => {
    const shares = Array.from({ length: 12 }, (_, n) => ({
      student: `தமிழ் 王 ${n}`,
      course: 'Vishnu Sahasranama with its meaning, for beginners',
      amount: `${n + 1}00.00`,
    }));
    const wording = 'Thank you. '.repeat(80).trim();
    const drawn = { ...drawing, content: { ...content, shares, wording } };
    const pdf = await drawReceipt(drawn, await logoOf(120, 400));
    expect(picturesIn(pdf)).toBe(1);
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
    const lines = linesOfPdf(pdf);
    for (const { student } of shares) expect(lines).toContain(student);
    expect(lines).toEqual(expect.arrayContaining(['INR 100.00', 'INR 1,200.00']));
    expect(lines).not.toContain(content.students.join(', '));
    expect(lines).toContain(amountInWords(content.amount, 'INR', 'te'));
  });

  test.each(['80g', 'us'] as const)('of a donation has the wording of %s', async (template) => {
    const gift = {
      ...content,
      kind: 'donation',
      template,
      campaign: 'Annadanam',
      students: [] as string[],
    } as const;
    for (const language of ['en', 'te', 'hi'] as const) {
      const text = (await linesOf({ language, content: gift })).join(' ');
      expect(text).toContain(paperTexts(language).templates[template]);
      expect(text).toContain(paperTexts(language).donationReceipt);
    }
  });
});

test('a statement of 200 rows fills several pages, and loses none', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => ({
    kind: n % 10 === 0 ? ('refund' as const) : ('payment' as const),
    payment: n,
    on_day: '2026-05-01',
    student: `Student ${n}`,
    course_name: 'Gita',
    campaign: '',
    amount: '10.00',
    currency: 'INR',
    receipt: `R/2026-27/${n}`,
    shares: [],
  }));
  const statement: Statement = {
    provider: content.provider,
    language: 'hi',
    payer: 'रमेश राव',
    year: '2026-27',
    from: '2026-04-01',
    to: '2027-03-31',
    made_on: '2026-06-01',
    rows,
    totals: [{ currency: 'INR', received: '1800.00', donated: '0.00', refunded: '200.00', net: '1600.00' }],
  };
  const pdf = await drawStatement(statement, await logoOf(300, 100));
  const lines = linesOfPdf(pdf);
  for (const { receipt } of rows) expect(lines).toContain(receipt);
  expect(lines.filter((line) => line === '\u2212INR 10.00')).toHaveLength(20);
  expect(lines).toContain('INR 1,800.00');
  expect(picturesIn(pdf)).toBe(1);
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(4);
  expect(pdf.length).toBeLessThan(300_000);
});
