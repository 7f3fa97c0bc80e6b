import sql from 'sql-template-tag';

/*
 * An address is marked by the latest mail that came back from it for good (`mails.marks_address`), so all people who have
 * it show it. See docs/decisions/0119.
 */

/** SQL: the mailboxes, in lower case, at which nobody is. Ordinary mails do not go there. */
export const deadMailboxes = sql`(select lower(b.recipient) from mails b where b.marks_address = 'hard')`;
