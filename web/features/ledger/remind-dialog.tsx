import { ledger, type ReminderPlan } from '@gurukul/contract/ledger';
import type { CallInput } from '@gurukul/contract/shared/call';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';

const t = ledgerTexts.remind;

type Wish = Pick<CallInput<typeof ledger.remind_owing>, 'filter' | 'user_ids'>;

const people = (count: number) => t.people(formatNumber(count), count === 1);
const mails = (count: number) => t.mails(formatNumber(count), count === 1);
const students = (count: number) => ledgerTexts.charge.students(formatNumber(count), count === 1);

const Plan = ({ plan }: { plan: ReminderPlan }) => (
  <Stack gap={4}>
    <Text fw={600}>{t.plan(people(plan.people), mails(plan.mails))}</Text>
    {plan.sharing > 0 ? <Text>{t.sharing(students(plan.sharing))}</Text> : null}
    {plan.without_address.count > 0 ? (
      <Text>
        {t.withoutAddress(students(plan.without_address.count), plan.without_address.names.join(', '))}
      </Text>
    ) : null}
    {plan.recent.count > 0 ? (
      <Text>{t.recent(students(plan.recent.count), plan.recent.names.join(', '))}</Text>
    ) : null}
    <Text c="dimmed">{t.rule}</Text>
    {plan.sample ? (
      <>
        <Text fw={600}>{t.sample}</Text>
        <Text style={{ whiteSpace: 'pre-line' }}>
          {plan.sample.subject}
          {'\n\n'}
          {plan.sample.text}
        </Text>
      </>
    ) : null}
  </Stack>
);

function RemindForm({ wish, onDone }: { wish: Wish; onDone: () => void }) {
  const [error, setError] = useState('');
  const act = useAction(ledger.remind_owing);
  const preview = useQuery(query(ledger.remind_owing, { ...wish, preview: true }));
  const plan = preview.data?.data;
  const submit = async () => {
    if (!plan || plan.mails === 0) return;
    setError('');
    try {
      const answer = await act.run({ ...wish, digest: plan.digest });
      toast.success(t.done(mails(answer.data.mails)));
      onDone();
    } catch (refused) {
      setError(messageOf(refused, texts.errors.wentWrong));
    }
  };
  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={t.submit(mails(plan?.mails ?? 0))}
      isPending={act.isPending}
      error={error || (preview.error ? messageOf(preview.error, texts.errors.wentWrong) : '')}
    >
      <div aria-live="polite">{plan ? <Plan plan={plan} /> : <Text>{t.looking}</Text>}</div>
    </FormShell>
  );
}

interface RemindDialogProps {
  isOpen: boolean;
  onClose: () => void;
  wish: Wish;
}

/** Whom the mails would reach, the text of one, and then the mails. */
export const RemindDialog = ({ isOpen, onClose, wish }: RemindDialogProps) => (
  <Dialog
    opened={isOpen}
    onClose={onClose}
    title={t.title}
    closeButtonProps={{ 'aria-label': texts.ui.close }}
  >
    <RemindForm wish={wish} onDone={onClose} />
  </Dialog>
);
