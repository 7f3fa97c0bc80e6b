import { consentPurposes, longestTerms, privacy, type ConsentPurpose } from '@gurukul/contract/privacy';
import { childConsents, provider, type ProviderSettings } from '@gurukul/contract/provider';
import { languageRows } from '@gurukul/contract/shared/words/languages';
import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { consentsTexts } from '#web/texts/consents.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { asInput } from '#web/lib/settings-input.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = consentsTexts.terms;
const bodies = { en: 'body', te: 'body_te', hi: 'body_hi' } as const;
const nothing = { body: '', body_te: '', body_hi: '', version: 0 };

/** In Settings: the texts to which people consent, in versions, and whether a child needs a guardian's consent. */
export function TermsPanel({ settings }: { settings: ProviderSettings & { readonly version: number } }) {
  const read = useQuery(query(privacy.get_terms, {}));
  const save = useAction(privacy.save_terms);
  const saveSettings = useAction(provider.save_settings);
  const [kind, setKind] = useState<ConsentPurpose>(consentPurposes[0]);
  /** What was typed, of the kind that is shown. */
  const [typed, setTyped] = useState<typeof nothing>();
  if (!read.data) {
    return read.isError ? (
      <FailedState message={consentsTexts.failed} onRetry={() => void read.refetch()} />
    ) : (
      <LoadingState />
    );
  }
  const versions = read.data.data.filter((each) => each.kind === kind);
  const newest = versions[0] ?? nothing;
  const shown = typed ?? newest;
  const press = async () => {
    const { body, body_te, body_hi, version } = shown;
    try {
      const answer = await save.run({ kind, body, body_te, body_hi, version });
      setTyped(undefined);
      tellDone(answer, t.saved, { kind: 'changed', what: t.title });
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  const choose = async (child_consent: (typeof childConsents)[number]) => {
    try {
      const answer = await saveSettings.run({
        ...asInput(settings),
        child_consent,
      });
      tellDone(answer, t.needSaved, { kind: 'changed', what: t.title, about: 'settings' });
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  return (
    <Panel title={t.title}>
      <Text mb="md">{t.lead}</Text>
      <Stack>
        <NativeSelect
          label={t.need}
          value={settings.child_consent}
          onChange={({ currentTarget }) =>
            void choose(childConsents.find((each) => each === currentTarget.value) ?? settings.child_consent)
          }
          data={childConsents.map((value) => ({ value, label: t.needs[value] }))}
        />
        <NativeSelect
          label={consentsTexts.kind}
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(consentPurposes.find((each) => each === currentTarget.value) ?? kind);
            setTyped(undefined);
          }}
          data={consentPurposes.map((value) => ({ value, label: consentsTexts.kinds[value] }))}
        />
        {(['en', 'te', 'hi'] as const)
          .filter((language) => settings.languages.includes(language))
          .map((language) => (
            <Textarea
              key={language}
              label={t.text({ language: languageRows[language].name })}
              description={language === 'en' ? t.empty : undefined}
              value={shown[bodies[language]]}
              onChange={({ currentTarget }) =>
                setTyped({ ...shown, [bodies[language]]: currentTarget.value })
              }
              maxLength={longestTerms}
              dir="auto"
              autosize
              minRows={3}
              maxRows={12}
            />
          ))}
        <div>
          <Button variant="default" loading={save.isPending} onClick={() => void press()}>
            {t.save}
          </Button>
        </div>
        {versions.length > 0 ? (
          <details>
            <summary>{t.before}</summary>
            {versions.map(({ version, saved_at, saved_by, body }) => (
              <div key={version}>
                <Text mt="sm" fw={500}>
                  {t.version({ version: String(version), day: formatDate(saved_at), who: saved_by })}
                </Text>
                <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
                  {body || t.none}
                </Text>
              </div>
            ))}
          </details>
        ) : null}
      </Stack>
    </Panel>
  );
}
