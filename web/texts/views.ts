import english from '@gurukul/contract/texts/views.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

/** What the menu of a table's view says once it is open. */
export const viewsTexts = await translated('views', english);
