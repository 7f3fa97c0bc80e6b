import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

interface InfoButtonProps {
  /** Name of the button: what it explains. */
  label: string;
  children: string;
}

/** A small "i" whose explanation opens on click or Enter, so that it is there for touch and keyboard too. */
export function InfoButton({ label, children }: InfoButtonProps) {
  return (
    <Popover width={280} position="bottom" withArrow shadow="md">
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <IconInfoCircle aria-hidden size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{children}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}
