import { settlements as english } from './en/settlements.ts';
import { pick } from './catalogue.ts';

export const settlementsTexts = pick('settlements', english);
