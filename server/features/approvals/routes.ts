import { waitingHours } from '@gurukul/contract/approvals';
import type { approvals } from '@gurukul/contract/approvals';
import { reachOf } from '@gurukul/contract/shared/calls/call';
import { problemCode, problemOf } from '@gurukul/contract/shared/words/plain-problem';
import sql from 'sql-template-tag';
import * as z from 'zod';
import { bool, idRow, instant, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, one } from '#server/db/rows.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail, refused } from '#server/http/answers/problem.ts';
import { addressFrom } from '#server/http/requests/require-https.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { createSeal } from '#server/seal.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import { stopRetention } from '../privacy/retention.ts';
import { boundInput, digestOf, inputHash, neededFor, withoutSecrets } from './gate.ts';
import {
  concernsAdmins,
  isSignInNew,
  isWatched,
  listWatching,
  nameOf,
  onAdmins,
  wasStopped,
} from './on-admins.ts';
import { aboutOf, actionPurpose, listActions } from './queries.ts';
import type { ActionSize } from './sizes.ts';
import { askedOf } from './sizes.ts';
import { readStopSecret, stopSecret } from '#server/channels/mail/stop-links.ts';

/** Of those whom an action concerns. */
const namesShown = 10;

/** Requests of one person that wait at once. */
const mostWaiting = 20;

const waitingRow = row({ count: int });
const decidedRow = row({ call: text, asked_by: int, email_id: text, reason: text });
const foundRow = row({ asked_by: int, about_person_id: int.nullable(), is_waiting: bool });
const madeRow = row({ id: int, alone_from: instant.nullable() });
const stoppedRow = row({ asked_by: int, email_id: text, reason: text });

/** In hours: how long somebody may approve, and then how long the asker may do it. */
const doneWithinHours = 24;

export const approvalsHandlers: Handlers<typeof approvals> = {
  async get_deeds(_input, { db, config, person }) {
    const data = await listActions(db, config, person);
    return {
      status: 200,
      message: 'success',
      data,
      waiting: data.filter(({ can }) => can.decide || can.stop).length,
    };
  },

  async ask_deed({ call: name, input: raw, reason }, { db, config, person, mail, request }) {
    const asked = askedOf(name);
    const wanted = asked?.call ?? onAdmins(name);
    if (wanted === undefined || reachOf(wanted, person.role) === undefined) throw fail('not_allowed');
    const given = boundInput(wanted, raw);
    const parsed = z.safeParse(wanted.input, given, { error: problemCode });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw fail('bad_input', issue === undefined ? {} : { details: { input: problemOf(issue) } });
    }
    const input: unknown = parsed.data;
    const onAdmin = await concernsAdmins(db, name, person, input);
    // It may be asked ahead, below the size at which it is needed.
    const sized: ActionSize | null = (await asked?.sizeOf(db, person, input)) ?? null;
    const needed = sized ?? (onAdmin === null ? null : { size: 'always' as const });
    if (needed === null) throw fail('second_person_unneeded');
    const waits =
      onAdmin !== null &&
      (await neededFor(db, name, person, input)) === null &&
      !(await wasStopped(db, person.id, onAdmin.aboutId));
    const admins = waits
      ? await listWatching(db, onAdmin.aboutId)
      : (await listAdmins(db)).filter(({ id }) => id !== person.id);
    const aboutId = needed.aboutId ?? onAdmin?.aboutId ?? null;
    // Whom it is about gets a mail, and cannot approve it.
    if (!waits && admins.every(({ id }) => id === aboutId)) throw fail('no_second_person');
    const hash = inputHash(input);
    const rowsDigest = digestOf(needed);
    const open = await maybeOne(
      db,
      idRow,
      sql`
        select d.id from asked_deeds d
        where d.asked_by = ${person.id} and d.call = ${name} and d.hash = ${hash} and d.decided_at is null
          and d.rows_digest is not distinct from ${rowsDigest} and d.expires_at > now() and d.done_at is null
      `,
    );
    if (open !== null) return { status: 200, message: 'success', data: { id: open.id } };
    const { count } = await one(
      db,
      waitingRow,
      sql`
        select count(*)::integer as count from asked_deeds d
        where d.asked_by = ${person.id} and d.decided_at is null and d.done_at is null and d.expires_at > now()
      `,
    );
    if (count >= mostWaiting) throw fail('too_many');
    const sealed = createSeal(config.secretKey, actionPurpose).close(
      withoutSecrets(wanted, raw),
      aboutOf(person.id),
    );
    const { id, alone_from: until } = await one(
      db,
      madeRow,
      sql`
        insert into asked_deeds (call, sealed, hash, rows_digest, size, kind, about_person_id, asked_by, reason, first_people,
          alone_from, expires_at)
        values (${name}, ${sealed}, ${hash}, ${rowsDigest}, ${needed.size === 'always' ? null : needed.size},
          ${needed.kind ?? ''}, ${aboutId}, ${person.id}, ${reason},
          ${(sized?.people ?? []).slice(0, namesShown)}::bigint[],
          case when ${waits} then now() + make_interval(hours => ${waitingHours}) end,
          now() + make_interval(hours => ${waits ? waitingHours + doneWithinHours : doneWithinHours}))
        returning id, alone_from
      `,
    );
    await recordSecurity(db, {
      kind: 'deed_asked',
      personId: person.id,
      aboutId,
      from: addressFrom(request),
      facts: { deed: id, call: name, size: needed.size },
    });
    const told =
      until === null || !isWatched(name)
        ? {}
        : {
            waits: {
              call: name,
              about: await nameOf(db, aboutId),
              until,
              secret: stopSecret(config, { what: 'action', id }),
            },
          };
    await mail.enqueueMany(
      db,
      admins.map((admin) => ({
        kind: 'deed_asked' as const,
        to: admin.email_id,
        dedupeKey: `deed_asked:${id}:${admin.id}`,
        data: { askedBy: person.fullname, reason, ...told },
      })),
    );
    return { status: 200, message: 'success', data: { id } };
  },

  async decide_deed({ id, approve }, { db, person, mail, request }) {
    const found = await maybeOne(
      db,
      foundRow,
      sql`
        select d.asked_by, d.about_person_id, d.alone_from is not null as is_waiting from asked_deeds d where d.id = ${id}
      `,
    );
    if (found === null) throw fail('not_found');
    if (found.asked_by === person.id) throw fail('not_allowed');
    if (found.about_person_id === person.id) {
      if (approve) throw fail('not_allowed');
      if (found.is_waiting) {
        if (!(await stopAction(db, mail, id))) throw fail('request_decided');
        return { status: 200, message: 'success' };
      }
    }
    if (approve && (await isSignInNew(db, person.id))) throw fail('sign_in_too_new');
    // Of two at once the second waits, and then finds it decided.
    const decided = await maybeOne(
      db,
      decidedRow,
      sql`
        update asked_deeds d
        set decided_by = ${person.id}, decided_at = now(), is_approved = ${approve}
        from present_staff asker
        where d.id = ${id} and d.decided_at is null and d.done_at is null and d.expires_at > now() and asker.id = d.asked_by
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

  async stop_by_link({ secret }, { db, config, mail, request }) {
    const waiting = readStopSecret(config, secret);
    const isStopped =
      waiting !== null &&
      (waiting.what === 'action'
        ? await stopAction(db, mail, waiting.id)
        : await stopRetention(db, waiting.id));
    if (!isStopped) return refused('stop_link_over');
    await recordSecurity(db, {
      kind: 'deed_decided',
      personId: null,
      from: addressFrom(request),
      facts: { ...(waiting.what === 'action' ? { deed: waiting.id } : {}), approved: false },
    });
    return { status: 200, message: 'success' };
  },
};

/** Waiting alone does not approve it any more. Who asked gets a mail. Returns false when it is done, decided or stopped. */
async function stopAction(tx: Db, mail: Mailer, id: number): Promise<boolean> {
  const stopped = await maybeOne(
    tx,
    stoppedRow,
    sql`
      update asked_deeds d
      set stopped_at = now()
      from people asker
      where d.id = ${id} and d.alone_from is not null and num_nonnulls(d.stopped_at, d.decided_at, d.done_at) = 0
        and d.expires_at > now() and asker.id = d.asked_by
      returning d.asked_by, asker.email_id, d.reason
    `,
  );
  if (stopped === null) return false;
  await mail.enqueue(tx, {
    kind: 'deed_decided',
    to: stopped.email_id,
    dedupeKey: `deed_stopped:${id}`,
    data: { decidedBy: '', isApproved: false, reason: stopped.reason },
  });
  return true;
}
