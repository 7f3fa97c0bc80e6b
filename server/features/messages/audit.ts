import sql from 'sql-template-tag';
import type { Audited } from '../audit/audited.ts';

export const messagesAudit: Audited = {
  // What has left cannot come back: a message is canceled by its own call.
  messages: { name: 'subject', silent: ['digest', 'next_at', 'author_role'], isLeft: true },
  // What somebody agreed to is not for others to bring back.
  whatsapp_consents: {
    name: { is: sql`p.fullname`, joins: sql`join people p on p.id = t.person_id` },
    silent: ['recorded_by'],
    isLeft: true,
  },
  message_templates: { name: 'name', whole: ['body'] },
};
