import type { Audited } from '../audit/audited.ts';

export const intakeAudit: Audited = {
  intake_keys: { name: 'name', silent: ['starts_with', 'rotated_at'], isLeft: true },
};
