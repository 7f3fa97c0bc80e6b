import { openid, type OpenidFinding, type OpenidService } from '@gurukul/contract/openid';
import { Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { useAction } from '#web/calls/use-action.ts';
import { CopyField } from '#web/features/intake/copy-field.tsx';
import { formatDate } from '#web/lib/format/format.ts';
import { openidServicesTexts } from '#web/texts/openid-services.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { Fault, Notice } from '#web/ui/feedback/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './service-panel.module.css';

const t = openidServicesTexts;

const failureOf = (error: unknown) => refusalOf(error, t.remove.failed);

function DeleteButton({ service: { service_id, label, linked } }: { service: OpenidService }) {
  const remove = useAction(openid.delete_service);
  return (
    <AskedButton
      label={t.remove.label}
      busyLabel={t.remove.busy}
      name={label}
      color="red"
      question={t.remove.question({ service: label, linked })}
      action={() => remove.run({ service_id })}
      isPending={remove.isPending}
      done={t.remove.done}
      failureOf={failureOf}
      revertedText=""
    />
  );
}

interface Tested {
  readonly works: boolean;
  readonly findings: readonly { readonly finding: OpenidFinding; readonly is_wrong: boolean }[];
}

function Findings({ works, findings }: Tested) {
  return (
    <>
      <p className={classes.verdict}>{works ? t.test.works : t.test.doesNot}</p>
      <ul className={classes.findings}>
        {findings.map(({ finding, is_wrong: isWrong }) => {
          const Icon = isWrong ? IconAlertTriangle : IconCheck;
          return (
            <li key={finding} className={classes.finding} data-wrong={isWrong || undefined}>
              <Icon aria-hidden size={18} className={classes.icon} />
              <span>{t.test.findings[finding]}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface ServicePanelProps {
  service: OpenidService;
  returnTo: string;
  onChange: () => void;
}

/** One service: what is known about it, and whether it works. */
export function ServicePanel({ service, returnTo, onChange }: ServicePanelProps) {
  const { service_id, name, label, issuer, client_id, domains, linked, is_enabled, credentials_at, version } =
    service;
  const test = useAttempt(openid.test_service);
  const [tested, setTested] = useState<Tested | null>(null);
  const [failure, setFailure] = useState('');

  const press = async () => {
    if (test.isPending) return;
    setTested(null);
    setFailure('');
    try {
      setTested((await test.run({ service_id }, String(version))).data);
    } catch (error) {
      setFailure(refusalOf(error, t.test.failed));
    }
  };

  return (
    <Panel
      title={label}
      actions={<StatusBadge tone={is_enabled ? 'good' : 'calm'}>{is_enabled ? t.on : t.off}</StatusBadge>}
    >
      <Stack>
        <DescriptionList
          facts={[
            [
              t.facts.issuer,
              <span key="issuer" className={classes.address}>
                {issuer}
              </span>,
            ],
            [
              t.facts.client,
              <span key="client" className={classes.address}>
                {client_id}
              </span>,
            ],
            [t.facts.domains, domains.join(', ') || t.facts.anyDomain],
            [t.facts.linked, String(linked)],
            [t.facts.secret, formatDate(credentials_at.slice(0, 10))],
          ]}
        />
        <CopyField label={t.form.returnTo} description={t.form.returnToHint} value={`${returnTo}${name}`} />
        <Group gap="sm">
          <Button size="compact-sm" variant="light" aria-busy={test.isPending} onClick={() => void press()}>
            {test.isPending ? t.test.busy : t.test.label}
            <VisuallyHidden>{` ${label}`}</VisuallyHidden>
          </Button>
          <Button size="compact-sm" variant="light" onClick={onChange}>
            {t.change}
            <VisuallyHidden>{` ${label}`}</VisuallyHidden>
          </Button>
          <DeleteButton service={service} />
        </Group>
        {failure ? <Fault>{failure}</Fault> : null}
        <output>
          {tested ? (
            <Notice>
              <Findings {...tested} />
            </Notice>
          ) : null}
        </output>
      </Stack>
    </Panel>
  );
}
