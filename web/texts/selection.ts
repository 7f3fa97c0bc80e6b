import { selection as english } from './en/selection.ts';
import { pick } from './catalogue.ts';

export const selectionTexts = pick('selection', english);
