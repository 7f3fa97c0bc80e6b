import { use, type ReactNode } from 'react';
import type { Address } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { PlainButton, PlainButtonLink } from '../plain-button.tsx';
import classes from './dialog-foot.module.css';
import { InDialog } from './in-dialog.ts';

/** Leads back and changes nothing: in a dialog by itself, elsewhere by what is given. */
export const Cancel = ({ href, ...button }: { href?: Address; onClick?: () => void }) =>
  href === undefined ? (
    <PlainButton variant="default" {...button}>
      {texts.ui.cancel}
    </PlainButton>
  ) : (
    <PlainButtonLink variant="default" href={href}>
      {texts.ui.cancel}
    </PlainButtonLink>
  );

export interface DialogFootProps {
  /** What it does, the verb first: it stands last, at the right. */
  children?: ReactNode;
  /** What leads out says, where there is nothing to cancel; '' for no such button. */
  leave?: string;
}

/** The foot of a dialog. The cross of the dialog stands here once more, in words. */
export function DialogFoot({ children, leave = texts.ui.cancel }: DialogFootProps) {
  const dialog = use(InDialog);
  return (
    <div className={classes.foot}>
      {children}
      {dialog && leave ? (
        <PlainButton variant="default" onClick={dialog.leave}>
          {leave}
        </PlainButton>
      ) : null}
    </div>
  );
}

/** Around what a dialog shows. */
export const DialogAround = ({ leave, children }: { leave: () => void; children: ReactNode }) => (
  <InDialog value={{ leave, Foot: DialogFoot }}>{children}</InDialog>
);
