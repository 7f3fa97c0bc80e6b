import { inputOf, receiptSettings } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const provider: SamplesOf<'provider'> = {
  'provider.dismiss_setup': inputOf(() => ({ dismissed: true })),
  'provider.save_settings': inputOf((_, { word }) => ({
    name: `School ${word}`,
    logo: '',
    accent: 'plum',
    time_zone: 'Europe/London',
    languages: ['en', 'te'],
    spoken_languages: ['te', 'hi'],
    sender_name: 'Office',
    reply_to: 'office@school.test',
    ...receiptSettings,
    receipt_year_start: 4,
    reporting_currency: 'INR',
    teacher_messages: 100,
    weekly_cases: true,
    catalogue_open: true,
    registration_open: true,
    place_when_paid: true,
    children_rule: 'warn',
    children_checks: ['Police check'],
    catalogue_sites: [],
  })),
};
