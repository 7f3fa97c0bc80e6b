import { pick } from './catalogue.ts';
import { history as english } from './en/history.ts';

export const historyTexts = pick('history', english);
