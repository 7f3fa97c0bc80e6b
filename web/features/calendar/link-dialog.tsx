import { calendar, type CalendarLink as Link } from '@gurukul/contract/calendar';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { calendarTexts } from '#web/texts/calendar.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = calendarTexts;

/** The scheme under which a device hands an address to its calendar app. */
const forCalendarApp = (url: string) => url.replace(/^https?:/, 'webcal:');

/** The new link. Only this dialog has it, and it is gone when the dialog closes. */
function NewLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t.copied);
    } catch {
      // Browsers keep the clipboard from pages that are not open by https.
      field.current?.select();
      toast.info(t.copyByHand);
    }
  };

  return (
    <>
      <TextInput
        ref={field}
        value={url}
        label={t.url}
        description={t.onlyNow}
        inputWrapperOrder={['label', 'input', 'description']}
        readOnly
      />
      <DialogFoot leave={texts.ui.close}>
        <Button onClick={() => void copy()}>{t.copy}</Button>
        <Button component="a" href={forCalendarApp(url)} variant="default">
          {t.openInApp}
        </Button>
      </DialogFoot>
    </>
  );
}

interface NoLinkProps {
  isBusy: boolean;
  onCreate: () => void;
}

function NoLink({ isBusy, onCreate }: NoLinkProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that revoked the last link is gone. The focus must stay in the dialog.
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <Text>{t.none}</Text>
      <DialogFoot leave={texts.ui.close}>
        <Button ref={button} onClick={onCreate} aria-disabled={isBusy} data-autofocus>
          {t.create}
        </Button>
      </DialogFoot>
    </>
  );
}

interface StandingLinkProps extends NoLinkProps {
  link: Link;
  onRevoke: () => void;
}

/** What is known of the link there is; its address is not. */
function StandingLink({ link, isBusy, onCreate, onRevoke }: StandingLinkProps) {
  if (link.created_at === null) return <NoLink isBusy={isBusy} onCreate={onCreate} />;
  return (
    <>
      <Text>
        {t.madeOn({ day: formatDate(link.created_at) })}{' '}
        {link.last_read_at === null ? t.neverRead : t.lastRead({ moment: formatDateTime(link.last_read_at) })}
      </Text>
      <DialogFoot leave={texts.ui.close}>
        <Button variant="default" onClick={onCreate} aria-disabled={isBusy}>
          {t.renew}
        </Button>
        <Button variant="light" color="red" onClick={onRevoke} aria-disabled={isBusy}>
          {t.revoke}
        </Button>
      </DialogFoot>
    </>
  );
}

function LinkParts() {
  const [url, setUrl] = useState('');
  const link = useQuery({ ...query(calendar.feed, {}), staleTime: 0 });
  const create = useAction(calendar.create_feed);
  const revoke = useAction(calendar.revoke_feed);
  const isBusy = create.isPending || revoke.isPending;

  const attempt = async (action: () => Promise<void>) => {
    if (isBusy) return;
    try {
      await action();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  const onCreate = () =>
    attempt(async () => {
      const isFirst = link.data?.data.created_at === null;
      if (!isFirst && !(await confirm(t.renewQuestion))) return;
      const { data } = await create.run({});
      setUrl(data.url);
    });

  const onRevoke = () =>
    attempt(async () => {
      if (!(await confirm(t.revokeQuestion))) return;
      await revoke.run({});
      setUrl('');
      toast.success(t.revoked);
    });

  return (
    <Stack>
      <Text c="dimmed">{t.lead}</Text>
      {url ? <NewLink key={url} url={url} /> : null}
      {link.isPending ? <LoadingState /> : null}
      {link.isError ? (
        <FailedState message={messageOf(link.error, '')} onRetry={() => void link.refetch()} />
      ) : null}
      {link.data ? (
        <StandingLink
          link={link.data.data}
          isBusy={isBusy}
          onCreate={() => void onCreate()}
          onRevoke={() => void onRevoke()}
        />
      ) : null}
    </Stack>
  );
}

interface LinkDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Makes, renews and revokes the link to the own calendar. */
export const LinkDialog = ({ isOpen, onClose }: LinkDialogProps) => (
  <Dialog
    opened={isOpen}
    onClose={onClose}
    title={t.open}
    // Mantine hears Esc wherever it is pressed, also in the question above the dialog, which it is to answer alone.
    closeOnEscape={false}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onClose();
    }}
    closeOnClickOutside={false}
  >
    <LinkParts />
  </Dialog>
);
