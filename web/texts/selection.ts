import english from '@gurukul/contract/texts/selection.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const selectionTexts = await translated('selection', english);
