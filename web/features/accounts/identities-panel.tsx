import { openid, type OpenidIdentity } from '@gurukul/contract/openid';
import { Stack, Text } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { openidTexts } from '#web/texts/openid.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './sessions-panel.module.css';

const t = openidTexts.links;

const failureOf = (error: unknown) => refusalOf(error, t.failed);

function EndButton({ uid, row }: { uid: number; row: OpenidIdentity }) {
  const end = useAction(openid.end_identity);
  return (
    <AskedButton
      label={t.end}
      busyLabel={t.busy}
      name={row.label}
      color="red"
      question={t.question(row.label)}
      deed={() => end.run({ uid, identity_id: row.identity_id })}
      isPending={end.isPending}
      done={t.done}
      failureOf={failureOf}
      revertedText=""
    />
  );
}

interface IdentitiesPanelProps {
  uid: number;
  /** Of a colleague; absent for the own account. */
  name?: string;
}

/** The services that open an account beside its password. Nothing where there is none. */
export function IdentitiesPanel({ uid, name }: IdentitiesPanelProps) {
  const found = useQuery(query(openid.get_identities, { uid }));
  const rows = found.data?.data ?? [];
  if (rows.length === 0) return null;
  const title = name === undefined ? t.title : t.titleOf(name);
  return (
    <Panel title={title}>
      <Stack>
        <Text c="dimmed">{name === undefined ? t.lead : t.leadOf}</Text>
        <ul className={classes.list} aria-label={title}>
          {rows.map((row) => (
            <li key={row.identity_id} className={classes.session}>
              <IconLogin2 aria-hidden size={24} stroke={1.5} className={classes.icon} />
              <div className={classes.words}>
                <Text fw={600}>{row.label}</Text>
                <Text size="sm" c="dimmed">
                  {t.linked(row.email_id, formatDateTime(row.linked_at))}
                </Text>
              </div>
              <EndButton uid={uid} row={row} />
            </li>
          ))}
        </ul>
      </Stack>
    </Panel>
  );
}
