import { oneLine } from '@gurukul/contract/shared/fields';
import type { Column } from '@gurukul/contract/shared/words/messages';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';

/** What a spreadsheet program shows in place of a value, or for one that is too wide. It is never the value. */
const sheetError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|ERROR!|SPILL!|CALC!|#{2,})$/iu;

/** Why the text of a cell cannot be stored; null: it can. `most`: its longest, in characters. */
export function faultOf(text: string, column: Column, most: number): Sentence | null {
  if (text.startsWith('=')) return said('column_formula', { column });
  if (sheetError.test(text)) return said('column_error', { column, text });
  if (text.length > most) return said('column_long', { column, most });
  return oneLine.test(text) ? null : said('column_unprintable', { column });
}
