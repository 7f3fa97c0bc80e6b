import english from '@gurukul/contract/texts/courses.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const coursesTexts = await translated('courses', english);
