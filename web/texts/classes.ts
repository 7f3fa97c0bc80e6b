import { classes as english } from './en/classes.ts';
import { pick } from './catalogue.ts';

export const classesTexts = pick('classes', english);
