import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { checksTexts } from '#web/texts/checks.ts';

const VolunteersPanel = lazy(async () => ({
  default: (await import('./volunteers-panel.tsx')).VolunteersPanel,
}));

/** Below the list of teachers, because volunteers are students until they teach. */
export function ShowVolunteers() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Suspense>
      <VolunteersPanel />
    </Suspense>
  ) : (
    <Button variant="default" mt="md" onClick={() => setOpen(true)}>
      {checksTexts.list}
    </Button>
  );
}
