import type { PaymentDetail } from '@gurukul/contract/payments';
import { useState } from 'react';
import { paymentsTexts } from '#web/texts/payments.ts';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const t = paymentsTexts.single;

const load = async () => {
  const [{ RecordPayment }, { RefundPayment }, { VoidPayment }] = await Promise.all([
    import('./record-payment.tsx'),
    import('./refund-payment.tsx'),
    import('./void-payment.tsx'),
  ]);
  return { RecordPayment, RefundPayment, VoidPayment };
};

type Action = 'refund' | 'correct' | 'void';

/** What one does with a payment. Each action asks in a dialog that names it. */
export function PaymentActions({ payment }: { payment: PaymentDetail }) {
  const { part, prepare, want } = useOnFirstUse(load);
  const [action, setAction] = useState<Action | null>(null);
  const actions = (['refund', 'correct', 'void'] as const).filter((one) => payment.can[one]);
  if (actions.length === 0 && action === null) return null;
  const open = async (next: Action) => {
    if (await want()) setAction(next);
  };
  const items = actions.map((one) => ({
    id: one,
    label: t[one],
    isRed: one === 'void',
    onChoose: () => void open(one),
  }));
  const close = () => setAction(null);
  return (
    <>
      <MenuButton label={t.actions} sections={[{ id: 'actions', items }]} onPrepare={prepare} />
      {part ? (
        <>
          <part.RefundPayment payment={payment} isOpen={action === 'refund'} onClose={close} />
          <part.RecordPayment corrects={payment} isOpen={action === 'correct'} onClose={close} />
          <part.VoidPayment payment={payment} isOpen={action === 'void'} onClose={close} />
        </>
      ) : null}
    </>
  );
}
