import { classPage as english } from './en/class-page.ts';
import { pick } from './catalogue.ts';

export const classPageTexts = pick('classPage', english);
