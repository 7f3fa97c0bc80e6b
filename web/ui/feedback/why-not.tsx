import { Button, Text } from '@mantine/core';
import { useState, type HTMLAttributes, type ReactElement } from 'react';
import { useBackCloses } from '#web/lib/address/back-closes.ts';
import { loadPopover, useOnFirstUse } from '../use-on-first-use.ts';
import { Hint } from './hint.tsx';

/** The way to what is missing. */
export interface Remedy {
  readonly label: string;
  readonly follow: () => void;
}

interface WhyNotProps {
  /** Why the control is not available now; empty when it is. */
  reason: string | null | undefined;
  remedy?: Remedy | undefined;
  /** The control; it calls `tell` with its element when it is pressed in vain. */
  children: (tell: (element: HTMLElement) => void) => ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * Says why a control is disabled: at hover and focus for a moment and, when it is pressed, with the way to what is
 * missing.
 */
export function WhyNot({ reason, remedy, children }: WhyNotProps) {
  const [isOpen, setOpen] = useState(false);
  const [pressed, setPressed] = useState<HTMLElement | null>(null);
  const { part: Popover, want } = useOnFirstUse(loadPopover);
  const isTold = isOpen && Boolean(reason) && remedy !== undefined;
  useBackCloses(isTold, () => setOpen(false));
  const tell = async (element: HTMLElement) => {
    setPressed(element);
    if (remedy && (await want())) setOpen(!isOpen);
  };
  const follow = () => {
    setOpen(false);
    remedy?.follow();
  };
  return (
    <>
      <Hint label={isTold ? '' : reason} isOffByTap={remedy !== undefined}>
        {children((element) => void tell(element))}
      </Hint>
      {remedy && Popover && pressed ? (
        <Popover
          label={reason ?? ''}
          button={pressed}
          isOpen={isTold}
          onChange={setOpen}
          width={280}
          withArrow
        >
          <Text size="sm">{reason}</Text>
          <Button variant="light" size="compact-md" mt="sm" onClick={follow}>
            {remedy.label}
          </Button>
        </Popover>
      ) : null}
    </>
  );
}
