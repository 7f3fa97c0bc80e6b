import { Modal, type ModalProps } from '@mantine/core';
import { useBackCloses } from '#web/lib/address/back-closes.ts';
import { useOpenedAfterwards } from '../use-on-first-use.ts';
import { DialogAround } from './dialog-foot.tsx';

interface DialogProps extends ModalProps {
  /** The address says that it is open: Back closes it by leaving that address. */
  isInAddress?: boolean;
  /** What Back does instead of closing it. */
  onBack?: () => void;
  /** On a phone it is a page. */
  isPage?: boolean;
}

/** The one dialog of the portal. Back closes it, and the focus goes back to where it was. */
export function Dialog({
  isInAddress = false,
  isPage = false,
  onBack,
  opened,
  children,
  ...modal
}: DialogProps) {
  const isOpened = useOpenedAfterwards(opened);
  useBackCloses(isOpened && !isInAddress, onBack ?? modal.onClose);
  return (
    <Modal opened={isOpened} fullScreen={isPage && matchMedia('(max-width: 47.99em)').matches} {...modal}>
      <DialogAround leave={modal.onClose}>{children}</DialogAround>
    </Modal>
  );
}
