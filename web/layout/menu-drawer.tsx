import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { useProvider } from '#web/lib/provider.ts';
import { texts } from '#web/texts/texts.ts';
import { SidePanel } from '#web/ui/feedback/side-panel.tsx';
import { useOpenedAfterwards } from '#web/ui/use-on-first-use.ts';
import classes from './menu-drawer.module.css';
import { RoleToggle } from './role-toggle.tsx';
import { Sidebar } from './sidebar.tsx';

interface MenuDrawerProps {
  role: PortalRole;
  isOpen: boolean;
  onClose: () => void;
}

/** The menu for screens without room for the sidebar. */
export function MenuDrawer({ role, isOpen, onClose }: MenuDrawerProps) {
  const { name } = useProvider();
  return (
    <SidePanel
      opened={useOpenedAfterwards(isOpen)}
      onClose={onClose}
      size={300}
      padding={0}
      title={name}
      closeButtonProps={{ 'aria-label': texts.shell.closeMenu }}
      classNames={{ header: classes.header, content: classes.drawer }}
    >
      <Sidebar role={role} />
      <div className={classes.role}>
        <RoleToggle role={role} />
      </div>
    </SidePanel>
  );
}
