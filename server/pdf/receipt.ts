import { amountInWords } from './amount-in-words.ts';
import type { Drawing, Letterhead, Picture } from './content.ts';
import { createPaper, heightOfRow, margin, pageHeight, textWidth, writeRow } from './paper.ts';
import type { Columns, Paper } from './paper.ts';
import { amountOn, dayOn, paperLanguage, paperTexts } from './words.ts';

export const soft = '#57606a';
const gap = 12;
const labelWidth = 150;
const logoSize = { width: 150, height: 60 } as const;
/** Student, course, amount. */
const shareColumns: Columns = [
  [0, 200],
  [212, 150],
  [374, textWidth - 374, 'right'],
];
/** Where the last line stands, if the text leaves it free. */
const footAt = 770;

/** The logo, name, address and registration of the provider. Returns where the next part begins. */
export function drawLetterhead(paper: Paper, provider: Letterhead, logo: Picture | null): number {
  const { name, address, registration } = provider;
  const scale = logo && Math.min(logoSize.width / logo.width, logoSize.height / logo.height);
  const [width, height] = logo && scale ? [logo.width * scale, logo.height * scale] : [0, 0];
  const left = margin + (width === 0 ? 0 : width + 18);
  const free = textWidth - (left - margin);
  const lines = [
    [name, { size: 16, weight: 'bold' }],
    ...[address, registration].map((text) => [text, { size: 9, colour: soft }] as const),
  ] as const;
  const written = lines.filter(([text]) => text !== '');
  const taken = written.reduce((sum, [text, style]) => sum + paper.heightOf(text, free, style), 0);
  const end = margin + Math.max(taken, height);
  if (logo) paper.picture(logo.png, margin, margin + (end - margin - height) / 2, width, name);
  let y = margin + (end - margin - taken) / 2;
  for (const [text, style] of written) y += paper.write(text, left, y, free, style);
  paper.line(end + gap);
  return end + 2 * gap;
}

export async function drawReceipt(
  { number, language: asked, is_copy, voided, content }: Drawing,
  logo: Picture | null,
): Promise<Buffer> {
  const language = paperLanguage(asked);
  const words = paperTexts(language);
  const methods: Readonly<Record<string, string>> = words.methods;
  const { provider, kind, template, wording, shares = [], currency } = content;
  const title = kind === 'donation' ? words.donationReceipt : words.receipt;
  const paper = createPaper({
    title: `${title} ${number}`,
    author: provider.name,
    language,
    madeAt: new Date(`${content.issued_on}T00:00:00Z`),
  });
  if (voided !== null) paper.across(words.voided, '#f3c6c9');

  let y = drawLetterhead(paper, provider, logo);
  const room = (height: number) => {
    if (y + height <= pageHeight - margin) return;
    paper.newPage();
    y = margin;
  };
  if (is_copy) {
    paper.write(words.copy, margin, y + 6, textWidth, { size: 14, weight: 'bold', align: 'right' });
  }
  y += paper.write(title, margin, y, textWidth - 130, { size: 20, weight: 'bold' }) + gap;
  if (voided !== null) {
    const text = words.voidedOn({ day: dayOn(voided.on, language), reason: voided.reason });
    y += paper.write(text, margin, y, textWidth, { size: 11, weight: 'bold', colour: '#a3262e' }) + gap;
  }

  const isShared = shares.length > 1;
  const facts: readonly (readonly [string, string])[] = [
    [words.number, number],
    [words.issuedOn, dayOn(content.issued_on, language)],
    [words.payer, content.payer],
    [words.students, isShared ? '' : content.students.join(', ')],
    [words.courses, isShared ? '' : content.courses.join(', ')],
    [words.campaign, content.campaign],
    [words.method, content.method === null ? '' : (methods[content.method] ?? content.method)],
    [words.paidOn, dayOn(content.paid_on, language)],
    [words.paymentId, content.payment_id],
  ];
  for (const [label, value] of facts) {
    if (value === '') continue;
    room(paper.heightOf(value, textWidth - labelWidth, { size: 11 }));
    const taken = Math.max(
      paper.write(label, margin, y + 1, labelWidth - gap, { colour: soft }),
      paper.write(value, margin + labelWidth, y, textWidth - labelWidth, { size: 11 }),
    );
    y += taken + 5;
  }

  if (isShared) {
    y += gap;
    writeRow(paper, [words.students, words.courses, words.sum], shareColumns, y, { size: 9, colour: soft });
    y += 18;
    for (const { student, course, amount } of shares) {
      const cells = [student, course, amountOn(amount, currency)];
      const height = heightOfRow(paper, cells, shareColumns);
      room(height + 6);
      paper.line(y, '#e3e6ea');
      writeRow(paper, cells, shareColumns, y + 3);
      y += height + 6;
    }
  }

  y += gap;
  const inWords = amountInWords(content.amount, currency, language);
  const place = { x: margin + labelWidth, width: textWidth - labelWidth - gap } as const;
  const height = 27 + paper.heightOf(inWords, place.width, { size: 10.5 }) + 2 * gap;
  room(height);
  paper.ground(y, height);
  paper.write(words.amount, margin + gap, y + gap + 8, labelWidth - 2 * gap, { colour: soft });
  paper.write(amountOn(content.amount, currency), place.x, y + gap, place.width, {
    size: 18,
    weight: 'bold',
  });
  paper.write(inWords, place.x, y + gap + 27, place.width, { size: 10.5 });
  y += height + 2 * gap;
  for (const text of [template === 'plain' ? '' : words.templates[template], wording]) {
    if (text === '') continue;
    room(paper.heightOf(text, textWidth));
    y += paper.write(text, margin, y, textWidth) + 6;
  }
  room(gap + 13);
  paper.write(words.automatic, margin, Math.max(y + gap, footAt), textWidth, { size: 8.5, colour: soft });
  return paper.finish();
}
