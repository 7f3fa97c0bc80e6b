import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { loadMenu, useOnFirstUse } from '../use-on-first-use.ts';
import type { MenuSection } from './late-menu.tsx';

interface MenuButtonProps extends Pick<ButtonProps, 'className' | 'variant' | 'leftSection' | 'size'> {
  /** The name of its menu. */
  label: string;
  /** What it shows; its name if absent. */
  children?: ReactNode;
  /** Of the button, where several show the same. */
  name?: string;
  /** It shows three dots. */
  isDots?: boolean;
  sections: readonly MenuSection[];
  status?: ReactNode;
  isBusy?: boolean;
  /** Somebody is about to open it. */
  onPrepare?: () => void;
}

/** A button with a list of choices. */
export function MenuButton({
  label,
  children = label,
  name,
  isDots = false,
  sections,
  status,
  isBusy = false,
  onPrepare,
  ...look
}: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const { part: List, prepare, want } = useOnFirstUse(loadMenu);
  const getReady = () => {
    onPrepare?.();
    prepare();
  };
  const press = async () => {
    onPrepare?.();
    if (isOpen || isBusy) return setOpen(false);
    if (await want()) setOpen(true);
  };
  const own = {
    ref: setButton,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-busy': isBusy || undefined,
    onPointerEnter: getReady,
    onFocus: getReady,
    onClick: () => void press(),
  } as const;
  return (
    <>
      {isDots ? (
        <ActionIcon {...own} variant="subtle" size={44} aria-label={label}>
          <IconDots aria-hidden size={20} />
        </ActionIcon>
      ) : (
        <Button
          {...look}
          {...own}
          aria-label={name}
          variant={look.variant ?? 'default'}
          rightSection={<IconChevronDown aria-hidden size={16} />}
        >
          {children}
        </Button>
      )}
      {List && button ? (
        <List
          label={label}
          button={button}
          isOpen={isOpen}
          onChange={setOpen}
          sections={sections}
          {...(status !== undefined && { status })}
        />
      ) : null}
    </>
  );
}
