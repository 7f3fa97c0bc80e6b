import { privacy, type ConsentPurpose, type Said } from '@gurukul/contract/privacy';
import { consentWays, longestSaidName } from '@gurukul/contract/shared/consent';
import { languageRows } from '@gurukul/contract/shared/words/languages';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { consentsTexts } from '#web/texts/consents.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = consentsTexts;
const ways = { ...messagesTexts.consents.ways, registration: t.registered };

const wordsOf = ({ agreed, said_at, how, said_by, recorded_by, version, text_language: language }: Said) =>
  t.said({
    isAllowed: agreed,
    day: formatDate(said_at),
    how: ways[how],
    who: said_by ?? 'none',
    // Who says it on My page writes it down.
    by: how === 'my_page' ? 'none' : (recorded_by ?? 'none'),
    version: version === null ? 'none' : String(version),
    language: language === null ? 'none' : languageRows[language].name,
  });

/** For the office: what a student or their guardians allowed, who said so, and to which version. */
export function StudentConsents({ studentId, name }: { studentId: number; name: string }) {
  const found = useQuery(query(privacy.get_consents, { user_id: studentId }));
  const texts = useQuery(query(privacy.get_terms, {}));
  const save = useAction(privacy.save_consent);
  const [how, setHow] = useState<(typeof consentWays)[number]>(consentWays[0]);
  const [chosen, setPurpose] = useState<ConsentPurpose>();
  const [speaker, setSpeaker] = useState('');
  const [saidName, setSaidName] = useState('');
  const [isMissing, setMissing] = useState(false);
  if (found.isError || texts.isError) {
    return (
      <FailedState message={t.failed} onRetry={() => void Promise.all([found.refetch(), texts.refetch()])} />
    );
  }
  if (!found.data || !texts.data) return null;
  const { consents, is_child: isChild, people } = found.data.data;
  /** The newest comes first. */
  const newest = (purpose: ConsentPurpose) => texts.data.data.find(({ kind }) => kind === purpose);
  const mayBeAsked = consents.filter(
    ({ purpose }) =>
      purpose === 'photos' || ((newest(purpose)?.body ?? '') !== '' && (purpose !== 'child_data' || isChild)),
  );
  const shown = consents.filter((each) => each.said.length > 0 || mayBeAsked.includes(each));
  const purpose = mayBeAsked.find((each) => each.purpose === chosen)?.purpose ?? mayBeAsked[0]!.purpose;
  const speakers = people.filter(({ is_guardian }) => is_guardian || purpose !== 'child_data');
  const said_by = (speakers.find(({ user_id: id }) => String(id) === speaker) ?? speakers[0])?.user_id;
  const isSomebody = said_by === undefined || speaker === 'somebody';
  const press = async (agreed: boolean) => {
    if (isSomebody && saidName.trim() === '') return setMissing(true);
    try {
      await save.run({
        user_id: studentId,
        purpose,
        agreed,
        how,
        ...(isSomebody ? { said_name: saidName } : { said_by }),
      });
      setSaidName('');
      toast.success(t.saved);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Panel title={t.title}>
      <Text mb="sm">{t.lead({ name })}</Text>
      <dl>
        {shown.map(({ purpose: of, said }) => (
          <div key={of}>
            <dt>{t.kinds[of]}</dt>
            {said.length === 0 ? <dd>{t.never}</dd> : null}
            {said.map((word, at) => (
              <Text component="dd" key={word.said_at} c={at === 0 ? undefined : 'dimmed'} dir="auto">
                {wordsOf(word)}
                {at === 0 && word.agreed && word.terms_id !== (newest(of)?.terms_id ?? word.terms_id)
                  ? ` ${t.newer}`
                  : ''}
              </Text>
            ))}
          </div>
        ))}
      </dl>
      <Group align="start" mt="md">
        <NativeSelect
          label={t.kind}
          value={purpose}
          onChange={({ currentTarget }) =>
            setPurpose(mayBeAsked.find((each) => each.purpose === currentTarget.value)?.purpose)
          }
          data={mayBeAsked.map((each) => ({ value: each.purpose, label: t.kinds[each.purpose] }))}
        />
        <NativeSelect
          label={t.who}
          value={isSomebody ? 'somebody' : String(said_by)}
          onChange={({ currentTarget }) => setSpeaker(currentTarget.value)}
          data={[
            ...speakers.map(({ user_id, fullname }) => ({ value: String(user_id), label: fullname })),
            { value: 'somebody', label: t.somebody },
          ]}
        />
        {isSomebody ? (
          <TextInput
            label={t.name}
            value={saidName}
            maxLength={longestSaidName}
            error={isMissing ? t.nameMissing : null}
            onChange={({ currentTarget }) => {
              setSaidName(currentTarget.value);
              setMissing(false);
            }}
          />
        ) : null}
        <NativeSelect
          label={t.how}
          value={how}
          onChange={({ currentTarget }) =>
            setHow(consentWays.find((each) => each === currentTarget.value) ?? how)
          }
          data={consentWays.map((value) => ({ value, label: ways[value] }))}
        />
      </Group>
      <Group mt="sm">
        <Button variant="default" loading={save.isPending} onClick={() => void press(true)}>
          {t.allow}
        </Button>
        <Button variant="default" loading={save.isPending} onClick={() => void press(false)}>
          {t.refuse}
        </Button>
      </Group>
    </Panel>
  );
}
