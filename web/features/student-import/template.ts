import { importColumns, requiredColumns } from '@gurukul/contract/student-import';
import type { consentColumnOf, ImportColumn } from '@gurukul/contract/student-import';
import { providerNow } from '#web/lib/provider.ts';
import { saveFile, spreadsheetType } from '#web/lib/files/save-file.ts';
import { templateOf } from '#web/lib/files/sheet-tasks.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { columnNames } from './columns.ts';

const t = studentImportTexts;

const isConsent = (name: ImportColumn): name is ReturnType<typeof consentColumnOf> =>
  name.startsWith('consent_');

const needed = new Set<string>(requiredColumns);

/** Hands the person an empty spreadsheet that fits. */
export async function downloadTemplate() {
  const { column, needed: neededText, content, yes, no } = t.sheetHints;
  const bytes = await templateOf({
    title: studentsTexts.all.title,
    help: t.sheetTitle,
    columns: importColumns.map((name) => columnNames[name]),
    lines: [
      [column, neededText, content],
      ...importColumns.map((name) => [
        columnNames[name],
        needed.has(name) ? yes : no,
        t.contents[isConsent(name) ? 'consents' : name] ?? '',
      ]),
    ],
  });
  saveFile(t.templateFile({ provider: providerNow().name }), spreadsheetType, bytes);
}
