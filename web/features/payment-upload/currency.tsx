import { currencies } from '@gurukul/contract/shared/money/money';
import type { PaymentPreview } from '@gurukul/contract/shared/money/payment-preview';
import { Alert, NativeSelect } from '@mantine/core';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';

const t = paymentUploadTexts.check.currency;

interface PaymentUploadCurrencyProps {
  question: PaymentPreview['currency'];
  /** '': as the prices say. */
  chosen: string;
  onChoose: (currency: string) => void;
}

/** The currency of rows that say none: asked when their courses' prices do not tell, and open to correction. */
export function PaymentUploadCurrency({ question, chosen, onChoose }: PaymentUploadCurrencyProps) {
  const { decided_by, count, code, offered } = question;
  if (decided_by === 'not_needed') return null;
  const asked = {
    open: t.open({ count }),
    provider: t.provider({ code: code ?? '' }),
  };
  const warning = decided_by === 'open' || decided_by === 'provider' ? asked[decided_by] : null;
  const hint = decided_by === 'choice' || decided_by === 'prices' ? ` ${t[decided_by]}` : '';
  return (
    <>
      {warning === null ? null : (
        <Alert color="orange" variant="light" mt="md">
          {warning}
        </Alert>
      )}
      <NativeSelect
        maw="20rem"
        mt="md"
        label={t.label}
        description={`${t.hint({ count })}${hint}`}
        inputWrapperOrder={['label', 'input', 'description']}
        data={[
          { value: '', label: t.byPrices },
          ...(offered.length === 0 ? [] : [{ group: t.offered, items: offered }]),
          { group: t.others, items: currencies.filter((each) => !offered.includes(each)) },
        ]}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </>
  );
}
