import type { Drawing, Letterhead } from './content.ts';
import { createPaper, margin, pageWidth, textWidth } from './paper.ts';
import type { Paper } from './paper.ts';
import { amountOn, dayOn, paperWords } from './words.ts';

const soft = '#57606a';
const labelWidth = 150;
const gap = 12;

/** The name, address and registration of the provider. Returns where the next part begins. */
export function drawLetterhead(paper: Paper, { name, address, registration }: Letterhead): number {
  let y = margin;
  y += paper.write(name, margin, y, textWidth, { size: 15, weight: 'bold' });
  for (const text of [address, registration]) {
    if (text !== '') y += paper.write(text, margin, y, textWidth, { size: 9, colour: soft });
  }
  paper.line(y + gap);
  return y + 2 * gap;
}

export async function drawReceipt({ number, language, is_copy, voided, content }: Drawing): Promise<Buffer> {
  const words = paperWords[language];
  const { provider, kind, template, wording } = content;
  const title = kind === 'donation' ? words.donationReceipt : words.receipt;
  const paper = createPaper({
    title: `${title} ${number}`,
    author: provider.name,
    language,
    madeAt: new Date(`${content.issued_on}T00:00:00Z`),
  });
  if (voided !== null) paper.across(words.voided, '#f3c6c9');

  let y = drawLetterhead(paper, provider);
  if (is_copy) paper.write(words.copy, margin, y, textWidth, { size: 14, weight: 'bold', align: 'right' });
  y += paper.write(title, margin, y, textWidth - 130, { size: 20, weight: 'bold' }) + gap;
  if (voided !== null) {
    const text = words.voidedOn(dayOn(voided.on, language), voided.reason);
    y += paper.write(text, margin, y, textWidth, { size: 11, weight: 'bold', colour: '#a3262e' }) + gap;
  }

  const facts: readonly (readonly [string, string])[] = [
    [words.number, number],
    [words.issuedOn, dayOn(content.issued_on, language)],
    [words.payer, content.payer],
    [words.students, content.students.join(', ')],
    [words.courses, content.courses.join(', ')],
    [words.campaign, content.campaign],
    [words.method, content.method === null ? '' : (words.methods[content.method] ?? content.method)],
    [words.paidOn, dayOn(content.paid_on, language)],
    [words.paymentId, content.payment_id],
  ];
  for (const [label, value] of facts) {
    if (value === '') continue;
    const taken = Math.max(
      paper.write(label, margin, y, labelWidth - gap, { colour: soft }),
      paper.write(value, margin + labelWidth, y, textWidth - labelWidth, { size: 11 }),
    );
    y += taken + 4;
  }

  y += gap;
  paper.line(y);
  y += gap;
  paper.write(words.amount, margin, y + 4, labelWidth - gap, { colour: soft });
  const amount = amountOn(content.amount, content.currency);
  const place = [margin + labelWidth, y, textWidth - labelWidth] as const;
  y += paper.write(amount, ...place, { size: 18, weight: 'bold' }) + gap;
  paper.line(y);
  y += gap;
  for (const text of [words.templates[template], wording]) {
    if (text !== '') y += paper.write(text, margin, y, textWidth) + 6;
  }
  paper.write(words.automatic, margin, Math.max(y + gap, 770), pageWidth - 2 * margin, {
    size: 8.5,
    colour: soft,
  });
  return paper.finish();
}
