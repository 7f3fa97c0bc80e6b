import { enquiries as english } from './en/enquiries.ts';
import { pick } from './catalogue.ts';

export const enquiriesTexts = pick('enquiries', english);
