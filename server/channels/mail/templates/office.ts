import { textsIn } from '../texts.ts';
import type { Occasion, Part } from './content.ts';
import { text } from './content.ts';

/** Beside a sentence that asks the reader to turn to the office. */
export const whereOfficeIs = ({ office, language }: Occasion): Part[] =>
  office === undefined ? [] : [text(textsIn(language).office({ mailbox: office }))];
