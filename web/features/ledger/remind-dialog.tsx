import { ledger, type ReminderPlan } from '@gurukul/contract/ledger';
import { Text } from '@mantine/core';
import { query } from '#web/calls/client.ts';
import { tellSent } from '#web/calls/tell-sent.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { MailFrame } from '#web/features/mail-preview/mail-frame.tsx';
import { firstNames } from '#web/lib/first-names.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';
import { studentCount } from './charge-dialog.tsx';
import type { AskedOwing } from './use-asked-owing.ts';

const t = ledgerTexts.remind;

const mailCount = (count: number) => t.mails({ count });

function Plan({ plan }: { plan: ReminderPlan }) {
  const { people, mails, sharing, without_address: without, recent, sample } = plan;
  return (
    <>
      <output>
        <Text fw={600}>
          {people + without.count + recent.count === 0
            ? t.nothingDue
            : t.plan({ people: t.people({ count: people }), mails: mailCount(mails) })}
        </Text>
        {sharing > 0 ? <Text>{t.sharing({ who: studentCount(sharing) })}</Text> : null}
        {without.count > 0 ? (
          <Text>{t.withoutAddress({ who: studentCount(without.count), names: firstNames(without) })}</Text>
        ) : null}
        {recent.count > 0 ? (
          <Text>{t.recent({ who: studentCount(recent.count), names: firstNames(recent) })}</Text>
        ) : null}
        <Text c="dimmed">{t.rule}</Text>
      </output>
      {sample ? (
        <details>
          <summary>{`${t.sample}: ${sample.subject}`}</summary>
          <MailFrame title={t.sample} html={sample.html} isLinkOnly={sample.is_link_only} />
        </details>
      ) : null}
    </>
  );
}

interface RemindDialogProps {
  filter: AskedOwing['filter'];
  /** Empty: all that the filter finds. */
  students: readonly number[];
  isOpen: boolean;
  onClose: () => void;
  onSent: () => void;
}

/** Shows whom the mails would ask, and sends exactly these. */
export function RemindDialog({ filter, students, isOpen, onClose, onSent }: RemindDialogProps) {
  const action = useAction(ledger.remind_owing);
  const input = { filter, ...(students.length > 0 && { user_ids: [...students] }) };
  const check = useChecked(query(ledger.remind_owing, { ...input, preview: true }), isOpen);
  const mails = check.plan?.mails ?? 0;
  const send = () =>
    check.carryOut(async ({ digest }) => {
      const answer = await action.run({ ...input, digest });
      tellSent(answer, t.done({ mails: mailCount(answer.data.mails) }));
      onSent();
    });
  return (
    <CheckedDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title}
      size="lg"
      check={check}
      checkingLabel={t.looking}
      submitLabel={mails > 0 ? t.submit({ mails: mailCount(mails) }) : t.title}
      isReady={mails > 0}
      isPending={action.isPending}
      onSubmit={send}
    >
      {(plan) => <Plan plan={plan} />}
    </CheckedDialog>
  );
}
