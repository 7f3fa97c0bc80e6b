import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Face } from '#web/ui/portrait.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import classes from './account-menu.module.css';
import { useSelf } from './use-self.ts';

const t = texts.shell;

const id = 'account-menu';

const loadList = async () => (await import('./account-menu-list.tsx')).AccountMenuList;

/** Who is signed in; opens what that person can do about it. */
export function AccountMenu({ role }: { role: PortalRole }) {
  const self = useSelf();
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const { part: List, prepare, want } = useOnFirstUse(loadList);
  const name = self?.fullname ?? '';
  const press = async () => {
    if (isOpen) return setOpen(false);
    if (await want()) setOpen(true);
  };
  return (
    <>
      <UnstyledButton
        ref={setButton}
        id={`${id}-target`}
        className={classes.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void press()}
      >
        <Face src={self?.image} name={name} size={36} />
        <span className={classes.words}>
          <VisuallyHidden>{t.accountMenu}</VisuallyHidden>
          <span className={classes.name}>{name}</span>
          <span className={classes.role}>{t.roleLabels[role]}</span>
        </span>
        <IconChevronDown aria-hidden size={16} className={classes.chevron} />
      </UnstyledButton>
      {List && button ? (
        <List role={role} id={id} button={button} isOpen={isOpen} onChange={setOpen} />
      ) : null}
    </>
  );
}
