import { Button, Popover, Text, Tooltip } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import { useBackCloses } from '#web/lib/back-closes.ts';

/** The way to what is missing. */
export interface Remedy {
  readonly label: string;
  readonly follow: () => void;
}

interface WhyNotProps {
  /** Why the control is not available now; empty when it is. */
  reason: string | null | undefined;
  /** Passed for the whole life of the control, or never: the control is built anew where that changes. */
  remedy?: Remedy | undefined;
  /** The control; it calls `tell` when it is pressed in vain. */
  children: (tell: () => void) => ReactElement;
}

/**
 * Says why a control is disabled: at hover and focus for a moment and, when it is pressed, with the way to what is
 * missing.
 */
export function WhyNot({ reason, remedy, children }: WhyNotProps) {
  const [isOpen, setOpen] = useState(false);
  const isTold = isOpen && Boolean(reason);
  useBackCloses(isTold && remedy !== undefined, () => setOpen(false));
  const control = (
    <Tooltip
      label={reason}
      disabled={!reason || isTold}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: remedy === undefined }}
    >
      {children(() => setOpen(!isOpen))}
    </Tooltip>
  );
  if (!remedy) return control;
  const follow = () => {
    setOpen(false);
    remedy.follow();
  };
  return (
    <Popover opened={isTold} onChange={setOpen} width={280} shadow="md" withArrow trapFocus withRoles={false}>
      <Popover.Target>{control}</Popover.Target>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the kit places and closes it */}
      <Popover.Dropdown role="dialog" aria-label={reason ?? ''}>
        <Text size="sm">{reason}</Text>
        <Button variant="light" size="compact-md" mt="sm" onClick={follow}>
          {remedy.label}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
