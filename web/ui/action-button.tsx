import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useId, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { VisuallyHidden } from '@mantine/core';

interface ActionButtonProps
  extends ButtonProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> {
  children: ReactNode;
  /** Why the action is not available now; absent or empty when it is. */
  disabledReason?: string | null | undefined;
}

/** A button that, when it cannot be used, stays in the tab order and says why: as a tooltip and to screen readers. */
export function ActionButton({
  disabledReason,
  children,
  onClick,
  type = 'button',
  ...rest
}: ActionButtonProps) {
  const id = useId();
  if (!disabledReason) {
    return (
      <Button type={type} onClick={onClick} {...rest}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip label={disabledReason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...rest}
        type="button"
        aria-disabled
        data-disabled
        aria-describedby={id}
        onClick={(event) => event.preventDefault()}
      >
        {children}
        <VisuallyHidden id={id}>{disabledReason}</VisuallyHidden>
      </Button>
    </Tooltip>
  );
}
