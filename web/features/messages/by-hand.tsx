import { messages, type MessageReader } from '@gurukul/contract/messages';
import { Button, Checkbox, Group, VisuallyHidden } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useQueryClient } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = messagesTexts.detail;

interface ByHandProps {
  messageId: number;
  reader: MessageReader;
}

/** Sends the text to one reader in WhatsApp, and notes that somebody did. */
export function ByHand({ messageId, reader: { user_id, fullname, has_phone, ticked_at } }: ByHandProps) {
  const client = useQueryClient();
  const tick = useAction(messages.tick_reader);
  // What was pressed stands there at once.
  const [wished, setWished] = useState<boolean | null>(null);
  const named = { message_id: messageId, user_id };
  const open = async () => {
    // Opened at the press: browsers keep a page from opening windows later.
    const opened = window.open('', '_blank');
    try {
      const { data } = await client.fetchQuery({ ...query(messages.get_whatsapp, named), staleTime: 0 });
      if (opened) {
        opened.opener = null;
        opened.location.href = data.url;
      }
    } catch (error) {
      opened?.close();
      toast.error(messageOf(error));
    }
  };
  const note = async (done: boolean) => {
    setWished(done);
    try {
      await tick.run({ ...named, done });
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setWished(null);
    }
  };
  return (
    <Group gap="xs" wrap="nowrap">
      {has_phone ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconBrandWhatsapp aria-hidden size={16} />}
          onClick={() => void open()}
        >
          WhatsApp
          <VisuallyHidden>{` ${t.whatsappFor({ name: fullname })}`}</VisuallyHidden>
        </Button>
      ) : null}
      <Checkbox
        label={t.tick}
        aria-label={t.tickFor({ name: fullname })}
        checked={wished ?? ticked_at !== null}
        onChange={({ currentTarget }) => void note(currentTarget.checked)}
      />
    </Group>
  );
}
