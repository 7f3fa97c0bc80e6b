import { approvals as english } from './en/approvals.ts';
import { pick } from './catalogue.ts';

export const approvalsTexts = pick('approvals', english);
