import { accounts } from '@gurukul/contract/accounts';
import type { AboutColleague } from '@gurukul/contract/shared/person/about-person';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { tellSent } from '#web/calls/tell-sent.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const { colleague: t, add } = aboutPersonTexts;

interface WaitingProps {
  uid: number;
  waiting: NonNullable<AboutColleague['new_email']>;
}

function Waiting({ uid, waiting }: WaitingProps) {
  const withdraw = useAction(accounts.withdraw_email_change);
  const press = async () => {
    if (withdraw.isPending) return;
    try {
      await withdraw.run({ uid });
      toast.success(t.withdrawn);
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  return (
    <Alert color="yellow" variant="light">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {t.waiting({ email: waiting.email_id })}
      </Text>
      <Group gap="sm">
        {t.until({ when: formatDateTime(waiting.expires_at) })}
        <Button
          size="compact-sm"
          variant="default"
          aria-disabled={withdraw.isPending}
          onClick={() => void press()}
        >
          {withdraw.isPending ? t.withdrawing : t.withdraw}
        </Button>
      </Group>
    </Alert>
  );
}

/** The address that a colleague signs in with, and a new one that waits for its answer. */
export function SignInAddress({ about: { user_id: uid, email_id, new_email } }: { about: AboutColleague }) {
  const ask = useAction(accounts.ask_email_change);
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const refuse = (text: string) => {
    setFault(text);
    field.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = email.trim();
    if (ask.isPending) return;
    if (!emailPattern.test(given)) return refuse(add.emailWrong);
    try {
      const answer = await ask.run({ uid, email_id: given });
      setEmail('');
      tellSent(answer, t.asked({ email: given }));
    } catch (error) {
      refuse(refusalOf(error));
    }
  };

  return (
    <Panel title={t.signIn}>
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>{t.now({ email: email_id })}</Text>
        {new_email ? <Waiting uid={uid} waiting={new_email} /> : null}
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Group align="flex-end" gap="sm">
            <TextInput
              ref={field}
              value={email}
              onChange={(event) => {
                setEmail(event.currentTarget.value);
                setFault('');
              }}
              label={t.field}
              description={t.lead}
              type="email"
              inputMode="email"
              autoComplete="off"
              maxLength={254}
              error={fault}
            />
            <Button type="submit" variant="default" aria-disabled={ask.isPending}>
              {ask.isPending ? t.asking : t.ask}
            </Button>
          </Group>
        </form>
      </Stack>
    </Panel>
  );
}
