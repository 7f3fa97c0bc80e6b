import * as z from 'zod';
import { portalLanguages } from './provider.ts';
import { call } from './shared/calls/call.ts';
import { answer, done, id } from './shared/fields.ts';
import { isHttpsUrl } from './shared/https-url.ts';
import { wireId, wireInstant } from './shared/wire.ts';

/** What a device of the staff is told at once. */
export const pushKinds = ['answer', 'cover_asked', 'roll_missing'] as const;
export type PushKind = (typeof pushKinds)[number];

/** What the service worker gets. No name of a student: lock screens are public. */
export const pushed = z.object({
  title: z.string(),
  body: z.string(),
  /** The place in the portal to which a press leads. */
  path: z.string(),
  /** A later one of the same tag takes the place of the earlier. */
  tag: z.string(),
});
export type Pushed = z.infer<typeof pushed>;

/** A device that shows notifications. */
export const pushDevice = z.object({
  device_id: wireId,
  /** The browser and system, as sessions name them; empty: not known. */
  browser: z.string(),
  system: z.string(),
  made_at: wireInstant,
  /** When the portal was last open on it. */
  used_at: wireInstant,
  /** Of the session that asks. */
  is_this: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** Devices of one person: another one takes the place of the one unused longest. */
export const mostDevices = 10;
/** In days without the portal open on it: then a device is told nothing more. */
export const deviceDays = 60;

const base64url = (least: number, most: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${least},${most}}={0,2}$`));

export const push = {
  get_devices: call(
    'GET /push/get_devices',
    {
      summary:
        'The devices on which the caller gets notifications, and the key with which browsers ask for them',
      action: 'account.notifications',
      additive: true,
    },
    z.object({}),
    answer({ data: z.object({ public_key: z.string(), devices: z.array(pushDevice) }) }),
  ),
  subscribe: call(
    'POST /push/subscribe',
    {
      summary: 'Get notifications on this device, or say that it is still used',
      action: 'account.notifications',
      changes: true,
      additive: true,
    },
    z.object({
      /** From the browser: where its push service takes notifications. */
      endpoint: z.string().max(1000).refine(isHttpsUrl),
      p256dh: base64url(87, 88),
      auth: base64url(22, 24),
      language: z.enum(portalLanguages),
    }),
    answer({ data: z.object({ device_id: wireId }) }),
  ),
  unsubscribe: call(
    'POST /push/unsubscribe',
    {
      summary: 'Get no more notifications on a device',
      action: 'account.notifications',
      changes: true,
      additive: true,
    },
    z.object({ device_id: id }),
    done,
  ),
};
