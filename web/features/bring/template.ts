import {
  bringTemplates,
  type BringColumn,
  type BringKind,
} from '@gurukul/contract/shared/files/bring-layouts';
import { saveFile, spreadsheetType } from '#web/lib/files/save-file.ts';
import { templateOf } from '#web/lib/files/sheet-tasks.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { columnName } from './column-name.ts';

const t = bringTexts;

export type TemplateKind = Exclude<BringKind, 'people'>;
export const templateKinds: readonly TemplateKind[] = [
  'courses',
  'classes',
  'teachers',
  'enrolments',
  'attendance',
];

/** Hands the person an empty file with the columns of a kind. */
export async function downloadTemplate(kind: TemplateKind, format: 'xlsx' | 'csv') {
  const { columns } = bringTemplates[kind];
  const needed: readonly BringColumn[] = bringTemplates[kind].needed;
  const names = columns.map(columnName);
  const name = `${t.templateName({ kind: t.kinds[kind] })}.${format}`;
  if (format === 'csv') {
    // With the mark of UTF-8, so that spreadsheet programs read other letters than Latin ones.
    saveFile(name, 'text/csv;charset=utf-8', `\uFEFF${names.map((each) => `"${each}"`).join(',')}\r\n`);
    return;
  }
  const { column, needed: neededText, yes, no, sheet } = t.help;
  const bytes = await templateOf({
    title: t.kinds[kind],
    help: sheet,
    columns: names,
    lines: [
      [column, neededText],
      ...columns.map((each) => [columnName(each), needed.includes(each) ? yes : no]),
    ],
  });
  saveFile(name, spreadsheetType, bytes);
}
