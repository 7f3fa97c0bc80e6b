import { Drawer, type DrawerProps } from '@mantine/core';
import { useBackCloses } from '#web/lib/address/back-closes.ts';
import { DialogAround } from './dialog-foot.tsx';

interface SidePanelProps extends DrawerProps {
  /** The address says that it is open: Back closes it by leaving that address. */
  isInAddress?: boolean;
}

/** A dialog at the edge of the window. Back closes it. */
export function SidePanel({ isInAddress = false, children, ...drawer }: SidePanelProps) {
  useBackCloses(drawer.opened && !isInAddress, drawer.onClose);
  return (
    <Drawer {...drawer}>
      <DialogAround leave={drawer.onClose}>{children}</DialogAround>
    </Drawer>
  );
}
