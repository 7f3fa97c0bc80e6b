import type { push } from '@gurukul/contract/push';
import Bowser from 'bowser';
import sql from 'sql-template-tag';
import { instant, int, row, text } from '#server/db/columns.ts';
import { many, run } from '#server/db/rows.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { isAskable } from '#server/http/internet/internet.ts';
import { fail } from '#server/http/answers/problem.ts';
import { requireProof } from '#server/http/identity/step-up.ts';
import { tellOfLasting } from '../factors/record.ts';
import { hasDevice, saveDevice } from '#server/channels/push/devices.ts';

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

  async subscribe({ endpoint, p256dh, auth, language }, ctx) {
    const { db, person, config } = ctx;
    if (!isAskable(new URL(endpoint), config.calendarNetworks)) throw fail('bad_input');
    // A device that the person has says only that it is still used.
    const address = { endpoint, p256dh, auth };
    if (!(await hasDevice(db, config.secretKey, person, address))) {
      requireProof(person);
      await tellOfLasting(ctx, 'notifications');
    }
    const id = await saveDevice(db, config.secretKey, person, { ...address, language });
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
