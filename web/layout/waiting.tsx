import { attendance } from '@gurukul/contract/attendance';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { query } from '#web/api/client.ts';
import { keepQueries } from '#web/api/kept-queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { keepSending, waitingRolls } from '#web/api/roll-queue.ts';
import { needsDecision } from '#web/api/waiting-rolls.ts';
import { onSessionEnd, session } from '#web/lib/session.ts';
import { useSearchParam } from '#web/lib/table-search.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toast.tsx';
import classes from './waiting.module.css';

const t = texts.rollCall.waiting;

const WaitingList = lazy(async () => ({ default: (await import('./waiting-list.tsx')).WaitingList }));

/** Whose session ends does not see the marks any more, and should not think that they are lost. */
function tellWhoEnds(uid: string) {
  return onSessionEnd(() => {
    const count = queryClient.getQueryData(waitingRolls(uid).queryKey)?.length ?? 0;
    if (count > 0) toast.info(texts.rollCall.keptForYou(count));
  });
}

/** Keeps on the device what the roll call needs there, and sends what waits. */
function useOffline() {
  useEffect(() => {
    const ends = [tellWhoEnds(session.uid), keepQueries(), keepSending()];
    return () => ends.forEach((end) => end());
  }, []);
}

/** In the top bar, when saved rolls have not been sent: how many, and the way to them. */
export function Waiting({ role }: { role: PortalRole }) {
  useOffline();
  // On the device before the teacher leaves the network, whichever page he is on.
  useQuery({ ...query(attendance.get_rolls, {}), enabled: role === 'teacher', staleTime: 60_000 });
  const { data: waiting = [] } = useQuery(waitingRolls(session.uid));
  const [open, setOpen] = useSearchParam('waiting');
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
            onClick={() => setOpen('yes')}
          >
            <Icon aria-hidden size={18} />
            <span>
              {t.chip(waiting.length)}
              {isUrgent ? <VisuallyHidden>{t.toDecide}</VisuallyHidden> : null}
            </span>
          </UnstyledButton>
        ) : null}
      </output>
      {open === 'yes' ? (
        <Suspense fallback={null}>
          <WaitingList waiting={waiting} role={role} onClose={() => setOpen('')} />
        </Suspense>
      ) : null}
    </>
  );
}
