import { pick } from './catalogue.ts';
import { views as english } from './en/views.ts';

/** What the menu of a table's view says once it is open. */
export const viewsTexts = pick('views', english);
