import type { PlannedCover } from '@gurukul/contract/cover';
import { Button, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { isMailKept } from '#web/calls/client.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { whatsAppText } from './cover-words.ts';
import classes from './cover.module.css';

const t = coverTexts.ask;

/** The answer of the call that asked. */
export interface Asked {
  readonly data: readonly PlannedCover[];
}

interface AskedNoteProps {
  asked: Asked;
}

/** What happens now, and the same question as a text for a group. */
export function AskedNote({ asked }: AskedNoteProps) {
  const planned = asked.data;
  const text = whatsAppText(planned);
  const left = planned.some(({ candidates }) => candidates.length > 0) ? t.sent : t.sentToAdmin;
  return (
    <Stack gap="sm">
      <FocusedTitle order={3}>{t.done({ count: planned.length })}</FocusedTitle>
      <Text>{isMailKept(asked) ? t.kept : left}</Text>
      <Text c="dimmed">{t.whatsAppHint}</Text>
      <Text className={classes.quoted}>{text}</Text>
      <DialogFoot leave={t.close}>
        <Button
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWhatsapp aria-hidden size={18} />}
        >
          {t.whatsApp}
        </Button>
      </DialogFoot>
    </Stack>
  );
}
