import { markStrip as english } from './en/mark-strip.ts';
import { pick } from './catalogue.ts';

export const markStripTexts = pick('markStrip', english);
