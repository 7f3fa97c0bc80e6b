import { push } from '@gurukul/contract/push';
import { send } from '#web/calls/client.ts';
import { presentAddress } from '#web/lib/browser/notifications.ts';
import { language } from '#web/texts/language.ts';

/** Says that this browser is still used, by whom, and in which language. */
export async function renewNotifications(): Promise<void> {
  const address = await presentAddress();
  if (address !== null) await send(push.subscribe, { ...address, language });
}
