import type { PortalLanguage } from '@gurukul/contract/provider';
import { paperLanguage, paperTexts } from '#server/pdf/words.ts';
import type { StoredCertificate } from './queries.ts';
import { verifyLength } from './issue.ts';

type Look = Pick<StoredCertificate, 'layout' | 'signatory' | 'signature' | 'provider_name' | 'on_day'>;

/** An invented certificate, for a preview. Its code leads to nothing. */
export const sampleCertificate = (language: PortalLanguage, look: Look): StoredCertificate => ({
  ...look,
  certificate_id: 0,
  number: 'C/0/0',
  verify_id: 'x'.repeat(verifyLength),
  student_id: 0,
  name: paperTexts(paperLanguage(language)).sample.student,
  course_id: 0,
  course_name: 'Bhagavad Gita',
  status: 'Gold medalist',
  language,
  issued_at: `${look.on_day}T00:00:00Z`,
  issued_by: null,
  replaced_at: null,
  revoked_at: null,
  revoke_reason: '',
});
