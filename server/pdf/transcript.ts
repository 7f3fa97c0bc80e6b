import type { Progress } from '@gurukul/contract/certificates';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { valueTexts } from './certificate.ts';
import type { Letterhead, Picture } from './content.ts';
import { createPaper, heightOfRow, margin, pageHeight, textWidth, writeRow } from './paper.ts';
import type { Columns, Style } from './paper.ts';
import { drawLetterhead, soft } from './receipt.ts';
import { dayOn, paperLanguage, paperTexts } from './words.ts';

export interface Transcript {
  readonly provider: Letterhead;
  readonly language: PortalLanguage;
  readonly name: string;
  /** yyyy-mm-dd */
  readonly made_on: string;
  readonly rows: readonly (Progress & {
    readonly course_name: string;
    readonly from: string;
    readonly certificate: string | null;
  })[];
}

/** Course, attendance and homework, status, certificate. */
const columns: Columns = [
  [0, 170],
  [180, 130],
  [320, 80],
  [408, textWidth - 408],
];

/** A student in all of their courses. */
export async function drawTranscript(
  { provider, language: asked, name, made_on, rows }: Transcript,
  logo: Picture | null,
): Promise<Buffer> {
  const language = paperLanguage(asked);
  const words = paperTexts(language).transcript;
  const paper = createPaper({
    title: `${words.title}, ${name}`,
    author: provider.name,
    language,
    madeAt: new Date(`${made_on}T00:00:00Z`),
  });
  let y = drawLetterhead(paper, provider, logo);
  y += paper.write(words.title, margin, y, textWidth, { size: 20, weight: 'bold' });
  y += paper.write(name, margin, y, textWidth, { size: 14, weight: 'bold' });
  y +=
    paper.write(words.asOf({ day: dayOn(made_on, language) }), margin, y, textWidth, { colour: soft }) + 12;

  const add = (cells: readonly string[], style: Style) => {
    const height = heightOfRow(paper, cells, columns, style);
    if (y + height > pageHeight - margin) {
      paper.newPage();
      y = margin;
    }
    writeRow(paper, cells, columns, y, style);
    y += height + 4;
    paper.line(y - 2, '#e3e6ea');
    y += 3;
  };
  if (rows.length === 0) paper.write(words.none, margin, y, textWidth);
  else add([words.course, words.done, words.status, words.certificate], { size: 9, colour: soft });
  for (const one of rows) {
    const { present, recorded, percent, accepted, asked: topics, tested, portions } = one;
    const done = [
      percent === null ? words.noMarks : words.attendance({ present, recorded, percent }),
      ...(topics > 0 || accepted > 0 ? [words.homework({ accepted, asked: topics })] : []),
      ...(portions > 0 ? [words.portions({ passed: tested, portions })] : []),
    ];
    const status = valueTexts(asked).registration[one.registration_status];
    add(
      [
        `${one.course_name}\n${words.since({ day: dayOn(one.from, language) })}`,
        done.join('\n'),
        one.finished_on === null ? status : `${status}\n${dayOn(one.finished_on, language)}`,
        one.certificate ?? '',
      ],
      { size: 9.5 },
    );
  }
  return paper.finish();
}
