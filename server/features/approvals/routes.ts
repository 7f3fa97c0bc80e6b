import type { approvals } from '@gurukul/contract/approvals';
import { reachOf } from '@gurukul/contract/shared/call';
import { problemCode, problemOf } from '@gurukul/contract/shared/plain-problem';
import sql from 'sql-template-tag';
import * as z from 'zod';
import { idRow, int, row, text } from '#server/db/columns.ts';
import { maybeOne, one } from '#server/db/rows.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { addressFrom } from '#server/http/require-https.ts';
import { listAdmins } from '#server/mail/admins.ts';
import { createSeal } from '#server/mail/seal.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import { digestOf, inputHash } from './gate.ts';
import { aboutOf, deedPurpose, listDeeds } from './queries.ts';
import type { DeedSize } from './sizes.ts';
import { askedOf } from './sizes.ts';

/** Of those whom a deed concerns. */
const namesShown = 10;

/** Requests of one person that wait at once. */
const mostWaiting = 20;

const waitingRow = row({ count: int });
const decidedRow = row({ call: text, asked_by: int, email_id: text, reason: text });
const foundRow = row({ asked_by: int });

export const approvalsHandlers: Handlers<typeof approvals> = {
  async get_deeds(_input, { db, config, person }) {
    const data = await listDeeds(db, config, person);
    return {
      status: 200,
      message: 'success',
      data,
      waiting: data.filter(({ can }) => can.decide).length,
    };
  },

  async ask_deed({ call: name, input: raw, reason }, { db, config, person, mail, request }) {
    const asked = askedOf(name);
    if (asked === undefined || reachOf(asked.call, person.role) === undefined) throw fail('not_allowed');
    const parsed = z.safeParse(asked.call.input, raw, { error: problemCode });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw fail('bad_input', issue === undefined ? {} : { details: { input: problemOf(issue) } });
    }
    const input: unknown = parsed.data;
    // It may be asked ahead, below the size at which it is needed.
    const needed: DeedSize | null = await asked.sizeOf(db, person, input);
    if (needed === null) throw fail('second_person_unneeded');
    const admins = (await listAdmins(db)).filter(({ id }) => id !== person.id);
    if (admins.length === 0) throw fail('no_second_person');
    const hash = inputHash(input);
    const rowsDigest = digestOf(needed);
    const open = await maybeOne(
      db,
      idRow,
      sql`
        select d.id from asked_deeds d
        where d.asked_by = ${person.id} and d.call = ${name} and d.hash = ${hash} and d.decided_at is null
          and d.rows_digest is not distinct from ${rowsDigest} and d.expires_at > now()
      `,
    );
    if (open !== null) return { status: 200, message: 'success', data: { id: open.id } };
    const { count } = await one(
      db,
      waitingRow,
      sql`
        select count(*)::integer as count from asked_deeds d
        where d.asked_by = ${person.id} and d.decided_at is null and d.expires_at > now()
      `,
    );
    if (count >= mostWaiting) throw fail('too_many');
    const sealed = createSeal(config.secretKey, deedPurpose).close(raw, aboutOf(person.id));
    const { id } = await one(
      db,
      idRow,
      sql`
        insert into asked_deeds (call, sealed, hash, rows_digest, size, kind, about_person_id, asked_by, reason, first_people)
        values (${name}, ${sealed}, ${hash}, ${rowsDigest}, ${needed.size === 'always' ? null : needed.size},
          ${needed.kind ?? ''}, ${needed.aboutId ?? null}, ${person.id}, ${reason},
          ${(needed.people ?? []).slice(0, namesShown)}::bigint[])
        returning id
      `,
    );
    await recordSecurity(db, {
      kind: 'deed_asked',
      personId: person.id,
      aboutId: needed.aboutId ?? null,
      from: addressFrom(request),
      facts: { deed: id, call: name, size: needed.size },
    });
    await mail.enqueueMany(
      db,
      admins.map((admin) => ({
        kind: 'deed_asked' as const,
        to: admin.email_id,
        dedupeKey: `deed_asked:${id}:${admin.id}`,
        data: { askedBy: person.fullname, reason },
      })),
    );
    return { status: 200, message: 'success', data: { id } };
  },

  async decide_deed({ id, approve }, { db, person, mail, request }) {
    const found = await maybeOne(
      db,
      foundRow,
      sql`
        select d.asked_by from asked_deeds d where d.id = ${id}
      `,
    );
    if (found === null) throw fail('not_found');
    if (found.asked_by === person.id) throw fail('not_allowed');
    // Of two at once the second waits, and then finds it decided.
    const decided = await maybeOne(
      db,
      decidedRow,
      sql`
        update asked_deeds d
        set decided_by = ${person.id}, decided_at = now(), is_approved = ${approve}
        from people asker
        where d.id = ${id} and d.decided_at is null and d.expires_at > now() and asker.id = d.asked_by
        returning d.call, d.asked_by, asker.email_id, d.reason
      `,
    );
    if (decided === null) throw fail('request_decided');
    await recordSecurity(db, {
      kind: 'deed_decided',
      personId: person.id,
      aboutId: decided.asked_by,
      from: addressFrom(request),
      facts: { deed: id, call: decided.call, approved: approve },
    });
    await mail.enqueue(db, {
      kind: 'deed_decided',
      to: decided.email_id,
      dedupeKey: `deed_decided:${id}`,
      data: { decidedBy: person.fullname, isApproved: approve, reason: decided.reason },
    });
    return { status: 200, message: 'success' };
  },
};
