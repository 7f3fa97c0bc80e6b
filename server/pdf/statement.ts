import type { PortalLanguage } from '@gurukul/contract/provider';
import { footOf } from '@gurukul/contract/shared/money/statement-foot';
import type { StatementRow, StatementTotals } from '@gurukul/contract/receipts';
import { createPaper, heightOfRow, margin, pageHeight, textWidth, writeRow } from './paper.ts';
import type { Columns, Style } from './paper.ts';
import type { Letterhead, Picture } from './content.ts';
import { drawLetterhead, soft } from './receipt.ts';
import { amountOn, dayOn, paperLanguage, paperTexts } from './words.ts';

export interface Statement {
  readonly provider: Letterhead;
  readonly language: PortalLanguage;
  readonly payer: string;
  readonly year: string;
  /** The first and the last day, yyyy-mm-dd. */
  readonly from: string;
  readonly to: string;
  readonly made_on: string;
  readonly rows: readonly StatementRow[];
  readonly totals: readonly StatementTotals[];
}

const signedOn = (amount: string, currency: string) =>
  amount.startsWith('-') ? `\u2212${amountOn(amount.slice(1), currency)}` : amountOn(amount, currency);

/** Day, what, receipt, amount. */
const columns: Columns = [
  [0, 90],
  [96, 190],
  [292, 88],
  [384, textWidth - 384, 'right'],
];

export async function drawStatement(statement: Statement, logo: Picture | null): Promise<Buffer> {
  const { provider, payer, year, from, to, rows, totals } = statement;
  const language = paperLanguage(statement.language);
  const words = paperTexts(language);
  const paper = createPaper({
    title: `${words.statement({ year })}, ${payer}`,
    author: provider.name,
    language,
    madeAt: new Date(`${statement.made_on}T00:00:00Z`),
  });
  let y = drawLetterhead(paper, provider, logo);
  y += paper.write(words.statement({ year }), margin, y, textWidth, { size: 20, weight: 'bold' });
  const period = words.statementOf({ from: dayOn(from, language), to: dayOn(to, language) });
  y += paper.write(period, margin, y, textWidth, { colour: soft }) + 6;
  y += paper.write(payer, margin, y, textWidth, { size: 12, weight: 'bold' }) + 12;

  const add = (cells: readonly string[], style: Style) => {
    const height = heightOfRow(paper, cells, columns, style);
    if (y + height > pageHeight - margin) {
      paper.newPage();
      y = margin;
      if (rows.length > 0) addHead();
    }
    writeRow(paper, cells, columns, y, style);
    y += height + 4;
    paper.line(y - 2, '#e3e6ea');
    y += 3;
  };

  const addHead = () => add([words.day, words.what, words.receipt, words.sum], { size: 9, colour: soft });

  if (rows.length === 0) y += paper.write(words.none, margin, y, textWidth);
  else addHead();
  for (const row of rows) {
    const whole = [row.student, row.course_name ?? row.campaign];
    const whose = row.shares.map((one) =>
      [one.student, one.course_name, amountOn(one.amount, row.currency)].join(', '),
    );
    const what = [words[row.kind], ...(whose.length > 0 ? [whose.join('; ')] : whole)]
      .filter(Boolean)
      .join(', ');
    const amount = signedOn(`${row.kind === 'refund' ? '-' : ''}${row.amount}`, row.currency);
    add([dayOn(row.on_day, language), what, row.receipt ?? '', amount], { size: 9.5 });
  }

  y += 12;
  if (totals.length > 0) add(['', words.totals, '', ''], { size: 11, weight: 'bold' });
  for (const sums of totals) {
    for (const [kind, amount] of footOf(sums))
      add(['', words[kind], '', signedOn(amount, sums.currency)], { weight: 'bold' });
  }
  return paper.finish();
}
