import { today as english } from './en/today.ts';
import { pick } from './catalogue.ts';

export const todayTexts = pick('today', english);
