import { pick } from './catalogue.ts';
import { figures as english } from './en/figures.ts';

export const figuresTexts = pick('figures', english);
