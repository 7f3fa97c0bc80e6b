import type { Audited } from '../audit/audited.ts';

export const filesAudit: Audited = {
  files: { name: 'name', thing: 'file', key: 'uuid', silent: ['uploaded_by', 'named_at'], isLeft: true },
};
