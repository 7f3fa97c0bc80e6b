import { ledger, type ReminderPlan } from '@gurukul/contract/ledger';
import { Button, Group, Stack, Text } from '@mantine/core';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { MailFrame } from '#web/features/mail-preview/mail-frame.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';
import { studentCount } from './charge-dialog.tsx';
import type { AskedOwing } from './use-asked-owing.ts';

const t = ledgerTexts.remind;

const mailCount = (count: number) => t.mails(formatNumber(count), count === 1);

const namesOf = ({ count, names }: { readonly count: number; readonly names: readonly string[] }) =>
  count > names.length ? ledgerTexts.charge.names(names.join(', ')) : names.join(', ');

function Plan({ plan }: { plan: ReminderPlan }) {
  const { people, mails, sharing, without_address: without, recent, sample } = plan;
  return (
    <>
      <output>
        <Text fw={600}>{t.plan(t.people(formatNumber(people), people === 1), mailCount(mails))}</Text>
        {sharing > 0 ? <Text>{t.sharing(studentCount(sharing))}</Text> : null}
        {without.count > 0 ? (
          <Text>{t.withoutAddress(studentCount(without.count), namesOf(without))}</Text>
        ) : null}
        {recent.count > 0 ? <Text>{t.recent(studentCount(recent.count), namesOf(recent))}</Text> : null}
        <Text c="dimmed">{t.rule}</Text>
      </output>
      {sample ? (
        <details>
          <summary>{`${t.sample}: ${sample.subject}`}</summary>
          <MailFrame title={t.sample} html={sample.html} />
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
  const opened = useOpenedAfterwards(isOpen);
  const action = useAction(ledger.remind_owing);
  const input = { filter, ...(students.length > 0 && { user_ids: [...students] }) };
  const { plan, carryOut, problem, isChecking } = useChecked(
    query(ledger.remind_owing, { ...input, preview: true }),
    opened,
  );
  const mails = plan?.mails ?? 0;
  const send = () =>
    carryOut(async ({ digest }) => {
      const answer = await action.run({ ...input, digest });
      toast.success(t.done(mailCount(answer.data.mails)));
      onSent();
    });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t.title}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.ui.close }}
    >
      <Stack>
        {problem ? <Fault>{problem}</Fault> : null}
        {isChecking ? <output>{t.looking}</output> : null}
        {plan ? <Plan plan={plan} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.ui.cancel}
          </Button>
          <Button disabled={mails === 0} loading={action.isPending} onClick={() => void send()}>
            {mails > 0 ? t.submit(mailCount(mails)) : t.title}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
