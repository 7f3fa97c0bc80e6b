import type { Audited } from '../audit/audited.ts';

export const importsAudit: Audited = {
  imports: { name: 'file_name', thing: 'import' },
};
