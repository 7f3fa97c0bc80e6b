import { Button, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { WhyNot, type Remedy } from './why-not.tsx';

interface ActionButtonProps
  extends ButtonProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> {
  children: ReactNode;
  /** Why the action is not available now; absent or empty when it is. */
  disabledReason?: string | null | undefined;
  /** Leads to what is missing then. */
  remedy?: Remedy | undefined;
}

/**
 * A button that, when it cannot be used, stays in the tab order and says why: as a tooltip and to screen readers.
 * It is one and the same element either way, so an action that makes itself unavailable does not lose the focus.
 */
export function ActionButton({
  disabledReason,
  remedy,
  children,
  onClick,
  type = 'button',
  ...rest
}: ActionButtonProps) {
  const id = useId();
  const off = {
    type: 'button',
    'aria-disabled': true,
    'data-disabled': true,
    'aria-describedby': id,
    'aria-haspopup': remedy ? 'dialog' : undefined,
  } as const;
  return (
    <WhyNot reason={disabledReason} remedy={remedy}>
      {(tell) => (
        <Button {...rest} {...(disabledReason ? { ...off, onClick: tell } : { type, onClick })}>
          {children}
          {/* Hidden, so that it describes the button without becoming part of its name. */}
          {disabledReason ? (
            <VisuallyHidden id={id} aria-hidden>
              {disabledReason}
            </VisuallyHidden>
          ) : null}
        </Button>
      )}
    </WhyNot>
  );
}
