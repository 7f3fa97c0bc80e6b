import english from '@gurukul/contract/texts/approvals.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const approvalsTexts = await translated('approvals', english);
