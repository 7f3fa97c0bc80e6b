import type { PortalLanguage } from '@gurukul/contract/provider';
import type { StatementRow, StatementTotals } from '@gurukul/contract/receipts';
import { createPaper, margin, pageHeight, textWidth } from './paper.ts';
import type { Style } from './paper.ts';
import type { Letterhead } from './content.ts';
import { drawLetterhead } from './receipt.ts';
import { amountOn, dayOn, paperWords } from './words.ts';

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

const soft = '#57606a';
/** Day, what, receipt, amount: where each begins, and how wide it is. */
const columns = [
  [0, 90],
  [96, 190],
  [292, 88],
  [384, textWidth - 384],
] as const;

export async function drawStatement(statement: Statement): Promise<Buffer> {
  const { provider, language, payer, year, from, to, rows, totals } = statement;
  const words = paperWords[language];
  const paper = createPaper({
    title: `${words.statement(year)}, ${payer}`,
    author: provider.name,
    language,
    madeAt: new Date(`${statement.made_on}T00:00:00Z`),
  });
  let y = drawLetterhead(paper, provider);
  y += paper.write(words.statement(year), margin, y, textWidth, { size: 20, weight: 'bold' });
  const period = words.statementOf(dayOn(from, language), dayOn(to, language));
  y += paper.write(period, margin, y, textWidth, { colour: soft }) + 6;
  y += paper.write(payer, margin, y, textWidth, { size: 12, weight: 'bold' }) + 12;

  const styleOf = (column: number, style: Style): Style =>
    column === 3 ? { ...style, align: 'right' } : style;
  const writeRow = (cells: readonly string[], style: Style) => {
    const heights = cells.map((cell, column) => paper.heightOf(cell, columns[column]![1], style));
    const height = Math.max(...heights);
    if (y + height > pageHeight - margin) {
      paper.newPage();
      y = margin;
      if (rows.length > 0) writeHead();
    }
    for (const [column, cell] of cells.entries()) {
      const [at, width] = columns[column]!;
      if (cell !== '') paper.write(cell, margin + at, y, width, styleOf(column, style));
    }
    y += height + 4;
    paper.line(y - 2);
  };

  const writeHead = () =>
    writeRow([words.day, words.what, words.receipt, words.sum], { size: 9, colour: soft });

  if (rows.length === 0) y += paper.write(words.none, margin, y, textWidth);
  else writeHead();
  for (const row of rows) {
    const what = [words[row.kind], row.student, row.course_name ?? row.campaign].filter(Boolean).join(', ');
    const amount = `${row.kind === 'refund' ? '\u2212' : ''}${amountOn(row.amount, row.currency)}`;
    writeRow([dayOn(row.on_day, language), what, row.receipt ?? '', amount], { size: 9.5 });
  }

  y += 12;
  if (totals.length > 0) writeRow(['', words.totals, '', ''], { size: 11, weight: 'bold' });
  for (const { currency, received, donated, refunded } of totals) {
    for (const [label, amount] of [
      [words.received, received],
      [words.donated, donated],
      [words.refunded, refunded],
    ] as const) {
      if (/[1-9]/.test(amount)) writeRow(['', label, '', amountOn(amount, currency)], { weight: 'bold' });
    }
  }
  return paper.finish();
}
