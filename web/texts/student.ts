import english from '@gurukul/contract/texts/student.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const studentTexts = await translated('student', english);
