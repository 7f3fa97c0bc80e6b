import { Popover, type PopoverProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { StandIn } from './menu/stand-in.tsx';
import { useOpenedAfterwards } from './use-on-first-use.ts';

interface LatePopoverProps extends Pick<
  PopoverProps,
  'position' | 'width' | 'withArrow' | 'withinPortal' | 'returnFocus'
> {
  label: string;
  button: HTMLElement;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
}

/** What opens at a button that existed before: it is loaded when somebody presses that button. */
export function LatePopover({
  label,
  button,
  isOpen,
  onChange,
  className,
  children,
  ...place
}: LatePopoverProps) {
  return (
    <Popover opened={useOpenedAfterwards(isOpen)} onChange={onChange} shadow="md" trapFocus {...place}>
      <Popover.Target>
        <StandIn element={button} />
      </Popover.Target>
      <Popover.Dropdown className={className} aria-label={label} aria-labelledby={undefined}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
