import type { Audited } from '../audit/audited.ts';

export const viewsAudit: Audited = {
  saved_views: {
    name: 'name',
    thing: 'view',
    noun: 'saved views',
    silent: ['name', 'author_id', 'role', 'list', 'address', 'for_office'],
    isAuthors: true,
  },
};
