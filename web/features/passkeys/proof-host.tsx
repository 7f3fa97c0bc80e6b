import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { proofQuestion } from '#web/calls/proof.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

const giveUp = () => proofQuestion.settle(false);

/** The place of the dialog that a refused call opens. When its page goes, the call stays refused. */
export function ProofHost() {
  const isOpen = useSyncExternalStore(proofQuestion.subscribe, proofQuestion.isOpen);
  useEffect(() => giveUp, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ProofDialog />
    </Suspense>
  );
}
