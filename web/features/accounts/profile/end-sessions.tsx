import { accounts, type OpenSession } from '@gurukul/contract/accounts';
import { Alert, Stack, Text } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { sessionsTexts } from '#web/texts/sessions.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { AlsoEnded, useAlsoEnded } from './also-ended.tsx';
import { nameOf } from './session-name.ts';

const t = sessionsTexts;

interface EndFormProps {
  uid: number;
  /** null: all but this one. */
  sessionId: number | null;
  label: string;
  onDone: () => void;
}

function EndForm({ uid, sessionId, label, onDone }: EndFormProps) {
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const end = useSealedAction(accounts.end_sessions);
  const also = useAlsoEnded(uid);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (end.isPending) return;
    setFailure('');
    try {
      const answer = await end.run(async (seal) => ({
        uid,
        session_id: sessionId,
        password: await seal(password),
        ...(sessionId === null ? also.input : {}),
      }));
      if (answer.message === 'failed') {
        setFailure(failureIn(answer));
        field.current?.select();
        return;
      }
      toast.success(t.done);
      onDone();
    } catch (error) {
      setFailure(refusalOf(error));
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        {failure ? (
          <Alert role="alert" color="red" variant="light">
            {failure}
          </Alert>
        ) : null}
        <Text c="dimmed">{t.why}</Text>
        <PasswordField
          ref={field}
          label={t.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
          required
        />
        {sessionId === null ? <AlsoEnded chosen={also} /> : null}
        <DialogFoot>
          <ActionButton
            type="submit"
            disabledReason={password ? '' : t.missing}
            remedy={{ label: t.password, follow: () => field.current?.focus() }}
            aria-busy={end.isPending}
          >
            {end.isPending ? t.busy : label}
          </ActionButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

interface EndDialogProps {
  uid: number;
  /** One session or all others; null while it is closed. */
  ending: OpenSession | 'others' | null;
  allLabel: string;
  returnFocus: boolean;
  onExited: () => void;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the password before sessions end. */
export function EndDialog({ uid, ending, allLabel, returnFocus, onExited, onDone, onClose }: EndDialogProps) {
  const one = ending === 'others' ? null : ending;
  return (
    <Dialog
      opened={ending !== null}
      onClose={onClose}
      returnFocus={returnFocus}
      onExitTransitionEnd={onExited}
      title={one ? t.signOutOf({ browser: nameOf(one) }) : allLabel}
    >
      {ending === null ? null : (
        <EndForm
          uid={uid}
          sessionId={one && one.session_id}
          label={one ? t.signOut : allLabel}
          onDone={onDone}
        />
      )}
    </Dialog>
  );
}
