import english from '@gurukul/contract/texts/student-import.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const studentImportTexts = await translated('student-import', english);
