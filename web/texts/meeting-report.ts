import english from '@gurukul/contract/texts/meeting-report.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const meetingReportTexts = await translated('meeting-report', english);
