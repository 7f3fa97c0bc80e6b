import { use, useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import classes from './form-shell.module.css';
import { InDialog } from '../feedback/in-dialog.ts';
import { Fault } from '../feedback/notice.tsx';
import { PlainButton } from '../plain-button.tsx';

interface FormShellProps {
  /** `form.onSubmit(save)` of @mantine/form, or any handler. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  submitLabel: string;
  /** Stands on the button while the request runs. */
  busyLabel?: string;
  isPending?: boolean;
  /** The submit button takes the whole width, as on the small cards outside. */
  isWide?: boolean;
  /** The buttons stay in sight below a form that is longer than the window. */
  isLong?: boolean;
  /** What the server refused, in words; fields show their own errors. */
  error?: string | null | undefined;
  /** It ends something: its verb is red. */
  ends?: boolean;
  /** Of a dialog it is a part among others: its buttons are not the foot. */
  isPart?: boolean;
  /** Reset and the like, beside the submit button; in a dialog Cancel stands there by itself. */
  actions?: ReactNode;
  /** What Cancel says where nothing is lost: Close. */
  leave?: string;
  children: ReactNode;
}

/** A form that comes into its dialog after it was opened finds the focus on the dialog's cross: it takes it over. */
export function beginHere(form: HTMLFormElement | null) {
  const dialog = form?.closest('[role="dialog"]');
  if (!dialog?.contains(document.activeElement) || form?.contains(document.activeElement)) return;
  form?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/** Owns what all forms share: fields in a column, the buttons, the busy state, the refusal, and focus on the first wrong field. */
export function FormShell({
  onSubmit,
  submitLabel,
  busyLabel = submitLabel,
  isPending = false,
  isWide = false,
  isLong = false,
  ends = false,
  isPart = false,
  error,
  actions,
  leave,
  children,
}: FormShellProps) {
  const dialog = use(InDialog);
  const Foot = isPart ? undefined : dialog?.Foot;
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => beginHere(form.current), []);
  useEffect(() => {
    if (error) refusal.current?.focus();
  }, [error]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    onSubmit(event);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  const buttons = (
    <>
      <PlainButton type="submit" isWide={isWide} aria-disabled={isPending} data-busy={isPending || undefined}>
        {isPending ? busyLabel : submitLabel}
      </PlainButton>
      {actions}
    </>
  );
  return (
    <form ref={form} noValidate onSubmit={submit} className={classes.form} data-ends={ends || undefined}>
      {error ? (
        <Fault ref={refusal} tabIndex={-1}>
          {error}
        </Fault>
      ) : null}
      {children}
      {Foot ? (
        <Foot {...(leave && { leave })}>{buttons}</Foot>
      ) : (
        <div className={isLong ? `${classes.buttons} ${classes.stuck}` : classes.buttons}>{buttons}</div>
      )}
    </form>
  );
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
