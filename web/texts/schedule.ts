import english from '@gurukul/contract/texts/schedule.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const scheduleTexts = await translated('schedule', english);
