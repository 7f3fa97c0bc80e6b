import { homework as english } from './en/homework.ts';
import { pick } from './catalogue.ts';

export const homeworkTexts = pick('homework', english);
