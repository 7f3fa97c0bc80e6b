import { attendance } from '@gurukul/contract/attendance';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { query } from '#web/calls/client.ts';
import { keepQueries } from '#web/calls/kept-queries.ts';
import { keepSending, waitingRolls } from '#web/calls/roll-queue.ts';
import { latest, needsDecision } from '#web/calls/waiting-rolls.ts';
import { onSessionEnd, session } from '#web/lib/session.ts';
import { useSearchChange, type PlainSearch } from '#web/lib/address/address-search.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './waiting.module.css';

const t = keptRollsTexts;

const WaitingList = lazy(async () => ({ default: (await import('./waiting-list.tsx')).WaitingList }));

/** Stores on the device what the roll call needs there, and sends the waiting rolls. */
function useOffline() {
  useEffect(() => {
    const ends = [keepQueries(), keepSending()];
    return () => ends.forEach((end) => end());
  }, []);
}

/**
 * A person whose session ends no longer sees their marks and should not think that they are lost. A person who logged
 * out in another tab was told there what is lost.
 */
function useWordAtTheEnd(count: number) {
  useEffect(
    () =>
      onSessionEnd((reason) => {
        if (count > 0 && reason === 'ended') toast.info(keptRollsTexts.keptForYou({ count }));
      }),
    [count],
  );
}

/** Shown in the top bar when saved rolls have not been sent: their number, and the way to them. */
export function Waiting({ role }: { role: PortalRole }) {
  useOffline();
  // Stored on the device before the teacher leaves the network, on every page.
  useQuery({ ...query(attendance.get_rolls, {}), enabled: role === 'teacher', staleTime: 60_000 });
  const { data: waiting = [] } = useQuery({ ...waitingRolls(session.uid), select: latest });
  const { waiting: open }: PlainSearch = useSearch({ strict: false });
  const change = useSearchChange();
  useWordAtTheEnd(waiting.length);
  const isUrgent = waiting.some(needsDecision);
  const Icon = isUrgent ? IconAlertTriangle : IconCloudUp;
  return (
    <>
      <output className={classes.place}>
        {waiting.length > 0 ? (
          <UnstyledButton
            className={classes.chip}
            data-urgent={isUrgent || undefined}
            aria-haspopup="dialog"
            onClick={() => change({ waiting: 'yes' })}
          >
            <Icon aria-hidden size={18} className={classes.icon} />
            {t.chip({ count: waiting.length })}
            {isUrgent ? <VisuallyHidden>{t.toDecide}</VisuallyHidden> : null}
          </UnstyledButton>
        ) : null}
      </output>
      {open === 'yes' ? (
        <Suspense>
          <WaitingList waiting={waiting} role={role} onClose={() => change({ waiting: '' }, 'replace')} />
        </Suspense>
      ) : null}
    </>
  );
}
