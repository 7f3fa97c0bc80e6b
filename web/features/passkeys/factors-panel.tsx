import { passkeys, type Factors, type Passkey } from '@gurukul/contract/passkeys';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconKey, IconLifebuoy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { passkeysTexts } from '#web/texts/passkeys.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';
import classes from './factors-panel.module.css';

const t = passkeysTexts.panel;

const NameDialog = lazy(async () => ({ default: (await import('./factor-dialogs.tsx')).NameDialog }));
const AppDialog = lazy(async () => ({ default: (await import('./factor-dialogs.tsx')).AppDialog }));
const CodesDialog = lazy(async () => ({ default: (await import('./factor-dialogs.tsx')).CodesDialog }));

const failureOf = (error: unknown) => messageOf(error);

interface RowProps {
  Icon: typeof IconKey;
  name: string;
  about: string;
  children: ReactNode;
}

const Row = ({ Icon, name, about, children }: RowProps) => (
  <li className={classes.factor}>
    <Icon aria-hidden size={24} stroke={1.5} className={classes.icon} />
    <div className={classes.words}>
      <Text fw={600} component="span">
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </div>
    <Group gap="xs">{children}</Group>
  </li>
);

const aboutPasskey = ({ created_at, last_used_at, is_synced }: Passkey) =>
  [
    t.added({ moment: formatDateTime(created_at) }),
    last_used_at === null ? t.neverUsed : t.lastUsed({ moment: formatDateTime(last_used_at) }),
    ...(is_synced ? [t.synced] : []),
  ].join(' · ');

type OpenDialog = { kind: 'add' } | { kind: 'rename'; passkey: Passkey } | { kind: 'app' } | null;

function FactorList({ data }: { data: Factors }) {
  const remove = useAction(passkeys.delete_passkey);
  const removeApp = useAction(passkeys.remove_code_app);
  const makeCodes = useAction(passkeys.new_recovery_codes);
  const [open, setOpen] = useState<OpenDialog>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const close = () => setOpen(null);
  const show = (made: readonly string[] | undefined) => {
    setOpen(null);
    setCodes(made ?? []);
  };
  const hasFactor = data.passkeys.length > 0 || data.has_code_app;

  return (
    <Stack>
      <Text c="dimmed">{hasFactor ? t.lead : t.leadNone}</Text>
      <ul className={classes.list} aria-label={t.title} hidden={!hasFactor}>
        {data.passkeys.map((passkey) => (
          <Row key={passkey.passkey_id} Icon={IconKey} name={passkey.name} about={aboutPasskey(passkey)}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t.renameOf({ name: passkey.name })}
              onClick={() => setOpen({ kind: 'rename', passkey })}
            >
              {t.rename}
            </Button>
            <AskedButton
              label={t.remove}
              busyLabel={t.removing}
              name={passkey.name}
              color="red"
              question={t.removeQuestion({ name: passkey.name })}
              action={() => remove.run({ passkey_id: passkey.passkey_id })}
              isPending={remove.isPending}
              done={t.removed}
              failureOf={failureOf}
              revertedText=""
            />
          </Row>
        ))}
        {data.has_code_app ? (
          <Row Icon={IconDeviceMobile} name={t.app} about={t.appAbout}>
            <AskedButton
              label={t.remove}
              busyLabel={t.removing}
              name={t.app}
              color="red"
              question={t.removeQuestion({ name: t.app })}
              action={() => removeApp.run({})}
              isPending={removeApp.isPending}
              done={t.removed}
              failureOf={failureOf}
              revertedText=""
            />
          </Row>
        ) : null}
        {hasFactor ? (
          <Row Icon={IconLifebuoy} name={t.codes} about={t.codesLeft({ count: data.recovery_codes })}>
            <AskedButton
              label={t.newCodes}
              busyLabel={t.making}
              name={t.codes}
              question={t.newCodesQuestion}
              action={() => makeCodes.run({})}
              isPending={makeCodes.isPending}
              done={(answer) => show(answer.recovery_codes)}
              failureOf={failureOf}
              revertedText=""
            />
          </Row>
        ) : null}
      </ul>
      <Group gap="sm">
        {canUsePasskeys() ? (
          <Button variant="default" onClick={() => setOpen({ kind: 'add' })}>
            {t.addPasskey}
          </Button>
        ) : (
          <Text c="dimmed">{t.noPasskeys}</Text>
        )}
        {data.has_code_app ? null : (
          <Button variant="default" onClick={() => setOpen({ kind: 'app' })}>
            {t.addApp}
          </Button>
        )}
      </Group>
      <Suspense>
        {open?.kind === 'add' ? <NameDialog passkey={null} onClose={close} onDone={show} /> : null}
        {open?.kind === 'rename' ? <NameDialog passkey={open.passkey} onClose={close} onDone={show} /> : null}
        {open?.kind === 'app' ? <AppDialog onClose={close} onDone={show} /> : null}
        {codes.length > 0 ? (
          <CodesDialog
            codes={codes}
            onClose={() => {
              setCodes([]);
              toast.success(t.codesSaved);
            }}
          />
        ) : null}
      </Suspense>
    </Stack>
  );
}

/** Passkeys, the app with codes, and recovery codes of the signed-in person. */
export function FactorsPanel() {
  const factors = useQuery(query(passkeys.get_factors, {}));
  return (
    <Panel title={t.title} anchor="security">
      {factors.isPending ? <LoadingState /> : null}
      {!factors.data && factors.isError ? (
        <FailedState message={factors.error.message} onRetry={() => void factors.refetch()} />
      ) : null}
      {factors.data ? <FactorList data={factors.data.data} /> : null}
    </Panel>
  );
}
