import { mostDevices } from '@gurukul/contract/push';
import type { push } from '@gurukul/contract/push';
import Bowser from 'bowser';
import sql from 'sql-template-tag';
import { idRow, instant, int, row, text } from '#server/db/columns.ts';
import { exists, many, one, run } from '#server/db/rows.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { isAskable } from '#server/http/internet.ts';
import { fail } from '#server/http/problem.ts';
import { requireProof } from '#server/http/step-up.ts';

const success = { status: 200, message: 'success' } as const;

const deviceRow = row({
  device_id: int,
  session_id: int,
  agent: text,
  made_at: instant,
  used_at: instant,
});

export const pushHandlers: Handlers<typeof push> = {
  async get_devices(_, { db, person, push: pusher }) {
    const rows = await many(
      db,
      deviceRow,
      sql`
        select d.id as device_id, d.session_id, d.agent, d.made_at, d.used_at
        from push_devices d
        where d.person_id = ${person.id}
        order by d.used_at desc, d.id desc
      `,
    );
    return {
      ...success,
      data: {
        public_key: await pusher.publicKey(),
        devices: rows.map(({ agent, session_id, ...device }) => {
          const { browser, os } = agent === '' ? { browser: {}, os: {} } : Bowser.parse(agent);
          return {
            ...device,
            browser: browser.name ?? '',
            system: os.name ?? '',
            is_this: session_id === person.sessionId,
          };
        }),
      },
    };
  },

  async subscribe({ endpoint, p256dh, auth, language }, { db, person, config }) {
    if (!isAskable(new URL(endpoint), config.calendarNetworks)) throw fail('bad_input');
    // A device that the person has says only that it is still used.
    const isOwn = await exists(
      db,
      sql`select from push_devices d where d.endpoint = ${endpoint} and d.person_id = ${person.id}`,
    );
    if (!isOwn) requireProof(person);
    // The browser is of the person who signed in on it last.
    const { id } = await one(
      db,
      idRow,
      sql`
        insert into push_devices (person_id, session_id, endpoint, p256dh, auth, agent, language)
        select ${person.id}, s.id, ${endpoint}, ${p256dh}, ${auth}, s.agent, ${language}
        from sessions s
        where s.id = ${person.sessionId}
        on conflict on constraint push_devices_endpoint_unique
        do update set person_id = excluded.person_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
          auth = excluded.auth, agent = excluded.agent, language = excluded.language, used_at = now()
        returning id
      `,
    );
    await run(
      db,
      sql`
        delete from push_devices d
        where d.person_id = ${person.id} and d.id not in (
          select one.id from push_devices one where one.person_id = ${person.id}
          order by one.used_at desc, one.id desc
          limit ${mostDevices}
        )
      `,
    );
    return { ...success, data: { device_id: id } };
  },

  async unsubscribe({ device_id }, { db, person }) {
    const ended = await run(
      db,
      sql`delete from push_devices where id = ${device_id} and person_id = ${person.id}`,
    );
    if (ended === 0) throw fail('not_found');
    return success;
  },
};
