import type { Audited } from '../audit/audited.ts';

export const messagesAudit: Audited = {
  // What has left cannot come back: a message is canceled by its own call.
  messages: { name: 'subject', silent: ['digest', 'next_at', 'author_role'], isLeft: true },
  message_templates: { name: 'name', whole: ['body'] },
};
