import { aheadMs } from '@gurukul/contract/shared/meetings/ahead';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { useNow } from '#web/ui/use-now.ts';

const t = meetingsTexts.join;

interface JoinButtonProps {
  meeting: {
    readonly join_link?: string | null | undefined;
    readonly starts_at: string | null;
    readonly ends_at: string | null;
  };
  /** What is joined, such as the class. */
  name: string;
}

/** Leads to the meeting online: from fifteen minutes before it begins until it ends. */
export function JoinButton({ meeting: { join_link, starts_at, ends_at }, name }: JoinButtonProps) {
  const now = useNow();
  if (!join_link || starts_at === null || ends_at === null) return null;
  if (now < Date.parse(starts_at) - aheadMs || now >= Date.parse(ends_at)) return null;
  return (
    <Button
      component="a"
      href={join_link}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconVideo aria-hidden size={18} />}
    >
      {t.join}
      <VisuallyHidden>&nbsp;{name}</VisuallyHidden>
    </Button>
  );
}
