import { meetingReport as english } from './en/meeting-report.ts';
import { pick } from './catalogue.ts';

export const meetingReportTexts = pick('meetingReport', english);
