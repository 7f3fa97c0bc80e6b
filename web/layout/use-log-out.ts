import { accounts } from '@gurukul/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#web/calls/client.ts';
import { forgetKept } from '#web/calls/kept-queries.ts';
import { forgetWaiting, waitingRolls } from '#web/calls/roll-queue.ts';
import { forgetTaps } from '#web/calls/roll-taps.ts';
import { latest, type WaitingRoll } from '#web/calls/waiting-rolls.ts';
import { formatShortDay } from '#web/lib/format/format.ts';
import { forgetLeftBehind } from '#web/lib/address/left-behind.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { endNotifications } from '#web/lib/browser/notifications.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { mayLeave } from './use-leave-guard.ts';

/** Marks that were not sent would be lost, so a person who logs out is asked first. */
async function mayLose(waiting: readonly WaitingRoll[]) {
  if (waiting.length === 0) return true;
  const places = waiting.map(({ roll }) =>
    keptRollsTexts.place({ group: roll.class_name, day: formatShortDay(roll.attendance_date) }),
  );
  const question = keptRollsTexts.logOut({ count: waiting.length, places: places.join('; ') });
  return confirm(question, { title: keptRollsTexts.logOutTitle });
}

/**
 * Ends the session here even if the server cannot be reached: nobody should stay signed in because of a bad connection.
 */
export function useLogOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    const { uid } = session;
    const waiting = await client.fetchQuery({ ...waitingRolls(uid), staleTime: 0 }).catch(() => []);
    if (!(await mayLeave()) || !(await mayLose(latest(waiting)))) return;
    const signedOut = await send(accounts.logout, {}).catch(() => undefined);
    await endNotifications().catch(() => undefined);
    session.clear();
    forgetLeftBehind();
    client.clear();
    // A first visit need not load it.
    const forgetFiles = async () => (await import('#web/lib/files/begun-files.ts')).forgetBegun(uid);
    // Nothing of this person stays on a device that others use. If nothing can be stored, there is nothing to remove.
    await Promise.allSettled([forgetWaiting(uid), forgetTaps(uid), forgetKept(), forgetFiles()]);
    const signOutUrl = signedOut?.sign_out_url;
    await navigate({ to: paths.login, replace: true, ...(signOutUrl && { state: { signOutUrl } }) });
  };
}
