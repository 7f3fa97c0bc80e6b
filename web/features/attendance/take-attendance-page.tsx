import { lazy, Suspense, useState } from 'react';
import { session } from '#web/lib/session.ts';
import { useSearchParam, useSearchState } from '#web/lib/address/address-search.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import filters from './filters.module.css';
import { RollCall } from './roll-call.tsx';
import { RollsDue } from './rolls-due.tsx';

const t = attendanceTexts.take;

const DayDoor = lazy(async () => ({ default: (await import('./day-door.tsx')).DayDoor }));

/** The rolls that are due. The register of any other class and day waits behind `Another day`. */
function TakeAttendance() {
  const [search] = useSearchState();
  // An admin has no rolls of their own. An address with a class is a link to its register.
  const hasDue = session.role !== 'admin';
  const [isOpen, setOpen] = useState(!hasDue || Boolean(search['course'] || search['class']));
  // It is loaded when it opens first, and then keeps its ticks.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);

  return (
    <>
      <PageHeader title={t.title} lead={hasDue ? t.leadDue : t.lead} />
      {hasDue ? <RollsDue /> : null}
      <details
        className={filters.another}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <h2>{t.another}</h2>
          <span>{t.anotherHint}</span>
        </summary>
        <Suspense fallback={<LoadingState />}>{wasOpen ? <DayDoor of="take" /> : null}</Suspense>
      </details>
    </>
  );
}

/** /attendance: an open roll (`?roll=`), or the rolls to choose from and the register. */
export function TakeAttendancePage() {
  const [roll] = useSearchParam('roll');
  return roll === '' ? <TakeAttendance /> : <RollCall name={roll} />;
}
