import english from '@gurukul/contract/texts/enquiries.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const enquiriesTexts = await translated('enquiries', english);
