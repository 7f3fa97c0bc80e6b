import english from '@gurukul/contract/texts/students.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const studentsTexts = await translated('students', english);
