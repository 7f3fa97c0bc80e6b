import english from '@gurukul/contract/texts/security.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const securityTexts = await translated('security', english);
