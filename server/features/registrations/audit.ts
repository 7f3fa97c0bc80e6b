import type { Audited } from '../audit/audited.ts';

export const registrationsAudit: Audited = {
  registrations: {
    name: 'learner_name',
    noun: 'registrations',
    silent: [
      'contact_name',
      'is_self',
      'birth_year',
      'language',
      'email_id',
      'phone_number',
      'page_language',
      'timezone',
      'asked_at',
      'decided_by',
      'decided_at',
    ],
  },
};
