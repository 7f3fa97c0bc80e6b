import english from '@gurukul/contract/texts/role-reach.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const roleReachTexts = await translated('role-reach', english);
