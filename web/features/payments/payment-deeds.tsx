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

type Deed = 'refund' | 'correct' | 'void';

/** What one does with a payment. Each deed asks in a dialog that names it. */
export function PaymentDeeds({ payment }: { payment: PaymentDetail }) {
  const { part, prepare, want } = useOnFirstUse(load);
  const [deed, setDeed] = useState<Deed | null>(null);
  const deeds = (['refund', 'correct', 'void'] as const).filter((one) => payment.can[one]);
  if (deeds.length === 0 && deed === null) return null;
  const open = async (next: Deed) => {
    if (await want()) setDeed(next);
  };
  const items = deeds.map((one) => ({
    id: one,
    label: t[one],
    isRed: one === 'void',
    onChoose: () => void open(one),
  }));
  const close = () => setDeed(null);
  return (
    <>
      <MenuButton label={t.deeds} sections={[{ id: 'deeds', items }]} onPrepare={prepare} />
      {part ? (
        <>
          <part.RefundPayment payment={payment} isOpen={deed === 'refund'} onClose={close} />
          <part.RecordPayment corrects={payment} isOpen={deed === 'correct'} onClose={close} />
          <part.VoidPayment payment={payment} isOpen={deed === 'void'} onClose={close} />
        </>
      ) : null}
    </>
  );
}
