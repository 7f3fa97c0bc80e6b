import { Button, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react';
import { WhyNot, type Remedy } from './why-not.tsx';

interface ActionButtonProps
  extends ButtonProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> {
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  /** Why the action is not available now; absent or empty when it is. */
  disabledReason?: string | null | undefined;
  /** The way to what is missing. */
  remedy?: Remedy | undefined;
  /** Runs when it is pressed while it is disabled. */
  onRefused?: () => void;
}

/**
 * A button that stays in the tab order when it is disabled, and says why: as a tooltip and to screen readers. It is the
 * same element either way, so an action that disables itself does not lose the focus.
 */
export function ActionButton({
  disabledReason,
  remedy,
  onRefused,
  children,
  onClick,
  type = 'button',
  ...rest
}: ActionButtonProps) {
  const id = useId();
  const refuse = (tell: (element: HTMLElement) => void) => (event: MouseEvent<HTMLElement>) => {
    tell(event.currentTarget);
    onRefused?.();
  };
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
        <Button {...rest} {...(disabledReason ? { ...off, onClick: refuse(tell) } : { type, onClick })}>
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
