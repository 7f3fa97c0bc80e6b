import type { cover, CoverRow } from '@gurukul/contract/cover';
import sql from 'sql-template-tag';
import { date, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import type { Handlers, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import { hashSecret } from '#server/secrets.ts';
import { answerCover, closeCover, withdrawOpen } from './answer.ts';
import { askCover } from './ask.ts';
import type { CoverRequest } from './queries.ts';
import { coversInReach, listAway, listHours, listOffers, listRequests } from './queries.ts';

const success = { status: 200, message: 'success' } as const;

const readerRow = row({ teacher_id: int });

/** The teacher whom a mailed link asked. */
async function readerOf(db: Db, secret: string): Promise<number> {
  const found = await maybeOne(
    db,
    readerRow,
    sql`
      select o.teacher_id
      from cover_offers o
      join present_staff p on p.id = o.teacher_id
      where o.secret_hash = ${hashSecret(secret)}
      limit 1
    `,
  );
  if (found === null) throw fail('not_found');
  return found.teacher_id;
}

type Offers = Awaited<ReturnType<typeof listOffers>>;

function asRow(person: Person, request: CoverRequest, offers: Offers): CoverRow {
  const { slot_id: _slot, on_date: _day, is_extra: _extra, topic: _topic, asked_by: _by, ...shown } = request;
  const isTeacher = person.role === 'teacher';
  const isOwn = !isTeacher || request.teacher_id === person.id;
  const mine = offers.find(({ teacher_id }) => teacher_id === person.id);
  const isAhead = Date.parse(request.starts_at) > Date.now();
  return {
    ...shown,
    asked: (isOwn ? offers : mine ? [mine] : []).map(({ fullname, has_declined }) => ({
      fullname,
      has_declined,
    })),
    can: {
      answer: isTeacher && mine !== undefined && request.state === 'open',
      close: isOwn && isAhead && request.state !== 'closed',
    },
  };
}

const scopedRow = row({ fullname: text });

export const coverHandlers: Handlers<typeof cover> = {
  async ask_cover(input, ctx) {
    return { ...success, data: await askCover(ctx, input) };
  },

  async get_covers(_, { db, person }) {
    const requests = await listRequests(
      db,
      sql`r.starts_at > now() - interval '31 days' and ${coversInReach(person)}`,
    );
    const offers = Map.groupBy(
      await listOffers(
        db,
        requests.map(({ cover_id }) => cover_id),
      ),
      ({ request_id }) => request_id,
    );
    return {
      ...success,
      data: requests.map((request) => asRow(person, request, offers.get(request.cover_id) ?? [])),
      away: person.role === 'teacher' ? await listAway(db, person.id) : [],
    };
  },

  async read_offers({ secret }, { db }) {
    const teacherId = await readerOf(db, secret);
    const requests = await listRequests(
      db,
      sql`r.id in (select o.request_id from cover_offers o where o.secret_hash = ${hashSecret(secret)})`,
    );
    const [first] = requests;
    const [reader] = await listMailReaders(db, sql`select ${teacherId}::bigint`);
    if (first === undefined || reader === undefined) throw fail('not_found');
    const offers = await listOffers(
      db,
      requests.map(({ cover_id }) => cover_id),
    );
    const asker = await maybeOne(
      db,
      scopedRow,
      sql`select p.fullname from people p where p.id = ${first.teacher_id}`,
    );
    return {
      ...success,
      data: {
        fullname: reader.fullname,
        asked_by: asker?.fullname ?? '',
        timezone: reader.timezone,
        offers: requests.map((request) => {
          const {
            cover_id,
            course_name,
            class_name,
            held_on,
            starts_at,
            ends_at,
            zone,
            topic,
            reason,
            state,
          } = request;
          const offer = {
            cover_id,
            course_name,
            class_name,
            held_on,
            starts_at,
            ends_at,
            zone,
            topic,
            reason,
            state,
          };
          const has_declined = offers.some(
            (one) => one.request_id === cover_id && one.teacher_id === teacherId && one.has_declined,
          );
          return { ...offer, is_own: request.taken_by === teacherId, has_declined };
        }),
      },
    };
  },

  async answer_cover({ secret, ...given }, ctx) {
    const teacherId = await readerOf(ctx.db, secret);
    const offered = await listRequests(
      ctx.db,
      sql`r.id = ${given.cover_id} and r.id in (
        select o.request_id from cover_offers o where o.secret_hash = ${hashSecret(secret)}
      )`,
    );
    if (offered.length === 0) throw fail('not_found');
    // The trail names the teacher whose link it is.
    await run(ctx.db, sql`select set_config('gurukul.person', ${String(teacherId)}, true)`);
    return { ...success, data: { answer: await answerCover(ctx, teacherId, given) } };
  },

  async take_cover(input, ctx) {
    return { ...success, data: { answer: await answerCover(ctx, ctx.person.id, input) } };
  },

  async close_cover({ cover_id }, ctx) {
    const { db, person } = ctx;
    const [request] = await listRequests(db, sql`r.id = ${cover_id} and ${coversInReach(person)}`);
    if (request === undefined) throw fail('not_found');
    if (person.role === 'teacher' && request.teacher_id !== person.id) throw fail('not_found');
    await closeCover(ctx, cover_id);
    return success;
  },

  async delete_away({ away_id }, { db, person }) {
    const gone = await maybeOne(
      db,
      awayRow,
      sql`
        delete from away w where w.id = ${away_id} and w.teacher_id = ${person.id}
        returning w.from_date as from, w.until_date as to
      `,
    );
    if (gone === null) throw fail('not_found');
    await withdrawOpen(db, person.id, gone);
    return success;
  },

  async get_hours({ from, to }, { db, person }) {
    return { ...success, data: await listHours(db, person, from, to) };
  },
};

const awayRow = row({ from: date, to: date });
