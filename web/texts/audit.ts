import english from '@gurukul/contract/texts/audit.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';
import { personTexts } from './person.ts';

const texts = await translated('audit', english);

export const auditTexts = { ...texts, columns: { ...personTexts, ...texts.columns } };
