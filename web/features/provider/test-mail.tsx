import { mails } from '@gurukul/contract/mails';
import { provider } from '@gurukul/contract/provider';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { action } from '#web/calls/action.ts';
import { providerTexts } from '#web/texts/provider.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = providerTexts.test;

/** How often the log is read while the mail waits, in milliseconds. */
const lookAgainMs = 1000;

/** What became of a test mail, by the delivery log. */
function Fate({ mailId, onKnown }: { mailId: number; onKnown: (() => void) | undefined }) {
  const log = useQuery({
    ...query(mails.get_mails, { state: 'all', kind: 'test_mail', event_id: null, search: null, page: 1 }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some((mail) => mail.mail_id === mailId && mail.state !== 'queued') ? false : lookAgainMs,
  });
  const mail = log.data?.data.find((each) => each.mail_id === mailId);
  const isKnown = mail !== undefined && mail.state !== 'queued';
  useEffect(() => {
    if (isKnown) onKnown?.();
    // Once: the caller's function is another one each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown]);
  if (!mail || (mail.state === 'queued' && mail.failure === null)) return t.queued;
  if (mail.state === 'queued') return t.again({ failure: mail.failure ?? '' });
  if (mail.state === 'kept') return t.kept;
  return mail.state === 'sent'
    ? t.sent({ mailbox: mail.recipient })
    : t.dead({ failure: mail.failure ?? '' });
}

/** Sends one mail to the person at the screen, and says what became of it. */
export function TestMailAction({ hasServer, onKnown }: { hasServer: boolean; onKnown?: () => void }) {
  const [mailId, setMailId] = useState<number | null>(null);
  const [sendTest] = useState(() => action(provider.send_test_mail));
  const [isPending, setPending] = useState(false);
  const press = async () => {
    if (isPending) return;
    setPending(true);
    try {
      const { data } = await sendTest({}, String(mailId));
      setMailId(data.mail_id);
    } catch (error) {
      toast.error(refusalOf(error, t.failed));
    } finally {
      setPending(false);
    }
  };
  return (
    <Stack gap="sm" align="flex-start">
      {hasServer ? null : (
        <Notice>
          <Text>{t.noServer}</Text>
        </Notice>
      )}
      <Text>{t.lead}</Text>
      <Button variant="default" aria-disabled={isPending} onClick={() => void press()}>
        {isPending ? t.busy : t.send}
      </Button>
      <output>{mailId === null ? null : <Fate key={mailId} mailId={mailId} onKnown={onKnown} />}</output>
    </Stack>
  );
}

export const TestMail = ({ hasServer }: { hasServer: boolean }) => (
  <Panel title={t.title} anchor="test">
    <TestMailAction hasServer={hasServer} />
  </Panel>
);
