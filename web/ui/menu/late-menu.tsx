import { Menu, type MenuProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { Address } from '#web/paths.ts';
import { AppLink } from '../link.tsx';
import { useOpenedAfterwards } from '../use-on-first-use.ts';
import classes from './late-menu.module.css';
import { StandIn } from './stand-in.tsx';

export interface MenuItem {
  readonly id: string;
  readonly label: ReactNode;
  /** A few words at its end or below it. */
  readonly note?: string;
  /** What holds now, among choices. */
  readonly isCurrent?: boolean;
  /** It removes something. */
  readonly isRed?: boolean;
  readonly icon?: ReactNode;
  /** Where it leads, or what it does. */
  readonly href?: Address;
  readonly onChoose?: () => void;
}

export interface MenuSection {
  readonly id: string;
  readonly label?: string;
  readonly items: readonly MenuItem[];
}

function Words({ label, note }: MenuItem) {
  return (
    <span className={classes.words}>
      <span>{label}</span>
      {note ? <span className={classes.note}>{note}</span> : null}
    </span>
  );
}

interface LateMenuProps extends Pick<MenuProps, 'position'> {
  label: string;
  button: HTMLElement;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  sections: readonly MenuSection[];
  /** Instead of sections: that they are on their way, or could not be read. */
  status?: ReactNode;
}

/** Between the top bar, which stays above it, and the lower edge: where neither side has room for all, it scrolls. */
const roomBelowBar = () => {
  const padding = {
    top: (document.querySelector('header')?.offsetHeight ?? 0) + 4,
    right: 5,
    bottom: 5,
    left: 5,
  };
  return {
    flip: { padding },
    shift: { padding },
    size: {
      padding,
      apply: ({ availableHeight, elements }: Room) =>
        elements.floating.style.setProperty('--room', `${availableHeight}px`),
    },
  };
};

interface Room {
  readonly availableHeight: number;
  readonly elements: { readonly floating: HTMLElement };
}

/** A list of choices at a button that existed before: it is loaded when somebody presses that button. */
export function LateMenu({
  label,
  button,
  isOpen,
  onChange,
  position = 'bottom-start',
  sections,
  status,
}: LateMenuProps) {
  return (
    <Menu
      opened={useOpenedAfterwards(isOpen)}
      onChange={onChange}
      position={position}
      middlewares={roomBelowBar()}
      withinPortal
      portalProps={{ target: button.closest('main') ?? document.body }}
      returnFocus
    >
      <Menu.Target>
        <StandIn element={button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} aria-labelledby={undefined} className={classes.menu}>
        {status}
        {sections.map((section) => (
          <Fragment key={section.id}>
            {section.label ? <Menu.Label>{section.label}</Menu.Label> : null}
            {section.items.map((item) => {
              const { id, isCurrent = false, isRed = false, icon, href, onChoose } = item;
              const look = {
                className: classes.item,
                'aria-current': isCurrent || undefined,
                'data-red': isRed || undefined,
                leftSection: icon,
                rightSection: isCurrent ? <IconCheck aria-hidden size={16} /> : null,
                children: <Words {...item} />,
              };
              return href ? (
                <Menu.Item key={id} component={AppLink} href={href} {...look} />
              ) : (
                <Menu.Item key={id} onClick={onChoose} {...look} />
              );
            })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
