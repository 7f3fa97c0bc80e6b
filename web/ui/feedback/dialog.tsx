import { Modal, type ModalProps } from '@mantine/core';
import { useBackCloses } from '#web/lib/back-closes.ts';

interface DialogProps extends ModalProps {
  /** The address says that it is open: Back closes it by leaving that address. */
  isInAddress?: boolean;
  /** What Back does instead of closing it. */
  onBack?: () => void;
}

/** The one dialog of the portal. Back closes it. */
export function Dialog({ isInAddress = false, onBack, ...modal }: DialogProps) {
  useBackCloses(modal.opened && !isInAddress, onBack ?? modal.onClose);
  return <Modal {...modal} />;
}
