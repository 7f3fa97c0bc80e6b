import { Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type ButtonHTMLAttributes, type ReactNode } from 'react';

interface ActionButtonProps
  extends ButtonProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> {
  children: ReactNode;
  /** Why the action is not available now; absent or empty when it is. */
  disabledReason?: string | null | undefined;
}

/**
 * A button that, when it cannot be used, stays in the tab order and says why: as a tooltip and to screen readers.
 * It is one and the same element either way, so an action that makes itself unavailable does not lose the focus.
 */
export function ActionButton({
  disabledReason,
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
  } as const;
  return (
    <Tooltip
      label={disabledReason}
      disabled={!disabledReason}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button {...rest} {...(disabledReason ? off : { type, onClick })}>
        {children}
        {/* Hidden, so that it describes the button without becoming part of its name. */}
        {disabledReason ? (
          <VisuallyHidden id={id} aria-hidden>
            {disabledReason}
          </VisuallyHidden>
        ) : null}
      </Button>
    </Tooltip>
  );
}
