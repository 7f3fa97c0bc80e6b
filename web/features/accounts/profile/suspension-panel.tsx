import { access } from '@gurukul/contract/access';
import { passkeys } from '@gurukul/contract/passkeys';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { sessionsTexts } from '#web/texts/sessions.ts';
import { texts } from '#web/texts/texts.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = sessionsTexts.suspension;

const failureOf = (error: unknown) => refusalOf(error);

/** For account admins: a colleague's sign-in is reset, suspended, or let in again. */
export function SuspensionPanel({ uid, name }: { uid: number; name: string }) {
  const state = useQuery(query(access.get_ways_in, { uid }));
  const suspend = useAction(access.suspend);
  const resume = useAction(access.resume);
  const reset = useAction(access.reset_sign_in);
  const resetFactors = useAction(passkeys.reset_factors);
  if (!state.data) return null;
  const { can, suspended_at: since } = state.data;
  if (!can.suspend && !can.resume && !can.reset) return null;
  return (
    <Panel title={t.title({ name })}>
      <Stack>
        {since === null ? (
          <Text c="dimmed">{t.lead}</Text>
        ) : (
          <Notice>{t.suspended({ name, moment: formatDateTime(since) })}</Notice>
        )}
        <Group>
          {can.reset ? (
            <AskedButton
              label={t.reset}
              busyLabel={texts.ui.loading}
              name={name}
              question={t.resetQuestion({ name })}
              action={() => reset.run({ user_id: uid })}
              isPending={reset.isPending}
              done={t.resetDone}
              failureOf={failureOf}
              revertedText=""
            />
          ) : null}
          {can.reset_factors ? (
            <AskedButton
              label={t.factors}
              busyLabel={texts.ui.loading}
              name={name}
              question={t.factorsQuestion({ name })}
              action={() => resetFactors.run({ uid })}
              isPending={resetFactors.isPending}
              done={t.factorsDone}
              failureOf={failureOf}
              revertedText=""
            />
          ) : null}
          {can.suspend ? (
            <AskedButton
              label={t.suspend}
              busyLabel={texts.ui.loading}
              name={name}
              color="red"
              question={t.suspendQuestion({ name })}
              action={() => suspend.run({ user_id: uid })}
              isPending={suspend.isPending}
              done={t.suspendedDone}
              failureOf={failureOf}
              revertedText=""
            />
          ) : null}
          {can.resume ? (
            <AskedButton
              label={t.resume}
              busyLabel={texts.ui.loading}
              name={name}
              question={t.resumeQuestion({ name })}
              action={() => resume.run({ user_id: uid })}
              isPending={resume.isPending}
              done={t.resumedDone}
              failureOf={failureOf}
              revertedText=""
            />
          ) : null}
        </Group>
      </Stack>
    </Panel>
  );
}
