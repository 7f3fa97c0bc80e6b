import { longestPasskeyName, passkeys, type Passkey } from '@gurukul/contract/passkeys';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { passkeysTexts } from '#web/texts/passkeys.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { loadAuthenticator } from './can-use-passkeys.ts';
import classes from './factors-panel.module.css';

const t = passkeysTexts.panel;

interface DoneProps {
  onClose: () => void;
  /** Recovery codes come with the first factor. */
  onDone: (codes: readonly string[] | undefined) => void;
}

/** Names a passkey: a new one, which the device then makes, or one that is there. */
export function NameDialog({ passkey, onClose, onDone }: DoneProps & { passkey: Passkey | null }) {
  const [name, setName] = useState(passkey?.name ?? '');
  const [failure, setFailure] = useState('');
  const begin = useAction(passkeys.begin_passkey);
  const add = useAction(passkeys.add_passkey);
  const rename = useAction(passkeys.rename_passkey);
  const isPending = begin.isPending || add.isPending || rename.isPending;
  const title = passkey === null ? t.addPasskey : t.renameOf({ name: passkey.name });

  const make = async () => {
    const { makePasskey } = await loadAuthenticator();
    const { options } = await begin.run({});
    const made = await makePasskey(options).catch(() => null);
    if (made === null) return setFailure(t.notMade);
    const answer = await add.run({ name: name.trim(), passkey: made });
    if (answer.message === 'failed') return setFailure(failureIn(answer));
    toast.success(t.passkeyAdded);
    return onDone(answer.recovery_codes);
  };
  const save = async () => {
    setFailure('');
    try {
      if (passkey === null) return await make();
      await rename.run({ passkey_id: passkey.passkey_id, name: name.trim() });
      return onDone(undefined);
    } catch (error) {
      return setFailure(refusalOf(error));
    }
  };

  return (
    <Dialog opened onClose={onClose} title={title}>
      <FormShell
        onSubmit={() => {
          if (name.trim() !== '') void save();
          else setFailure(t.nameMissing);
        }}
        submitLabel={passkey === null ? t.goOn : t.rename}
        isPending={isPending}
        error={failure}
      >
        {passkey === null ? <Text c="dimmed">{t.passkeyWhy}</Text> : null}
        <TextInput
          label={t.name}
          description={t.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={longestPasskeyName}
          data-autofocus
          required
        />
      </FormShell>
    </Dialog>
  );
}

/** Drawn here, so that no other server learns the key. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const path = data
    .flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, as one path
      role="img"
      aria-label={t.qr}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

const inGroups = (key: string) => key.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Adds an app that shows codes: scan, then confirm with a code. */
export function AppDialog({ onClose, onDone }: DoneProps) {
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState('');
  const confirm = useAction(passkeys.confirm_code_app);
  const begin = useAction(passkeys.begin_code_app, { leavesPage: true });
  // A key is made once while the dialog is open.
  const begun = useQuery({
    queryKey: ['begin_code_app'],
    queryFn: () => begin.run({}),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });

  const save = async () => {
    setFailure('');
    try {
      const answer = await confirm.run({ code: code.trim() });
      if (answer.message === 'failed') return setFailure(failureIn(answer));
      toast.success(t.appAdded);
      return onDone(answer.recovery_codes);
    } catch (error) {
      return setFailure(refusalOf(error));
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t.addApp}>
      {begun.isPending ? <LoadingState /> : null}
      {begun.isError ? (
        <FailedState message={begun.error.message} onRetry={() => void begun.refetch()} />
      ) : null}
      {begun.data ? (
        <FormShell
          onSubmit={() => {
            if (code.trim() !== '') void save();
            else setFailure(accountsTexts.second.missing);
          }}
          submitLabel={t.confirm}
          isPending={confirm.isPending}
          error={failure}
        >
          <Text>{t.scan}</Text>
          <QrCode text={begun.data.address} />
          <Text size="sm" c="dimmed">
            {t.byHand} <span className={classes.key}>{inGroups(begun.data.key)}</span>
          </Text>
          <TextInput
            label={t.code}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            data-autofocus
            required
          />
        </FormShell>
      ) : null}
    </Dialog>
  );
}

/** Shows recovery codes, once. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success(t.copied);
    } catch {
      toast.error(texts.errors.wentWrong);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t.codes}>
      <Stack>
        <Text>{t.codesWhy}</Text>
        <ul className={classes.codes} aria-label={t.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <DialogFoot leave="">
          <Button data-autofocus onClick={onClose}>
            {t.kept}
          </Button>
          <Button variant="default" onClick={() => void copy()}>
            {t.copy}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
