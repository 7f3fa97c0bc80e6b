import { privacy } from '@gurukul/contract/privacy';
import { consentWays, longestSaidName, type GivenConsent } from '@gurukul/contract/shared/consent';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { consentsTexts } from '#web/texts/consents.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { FieldRow } from '#web/ui/form/form-shell.tsx';

const t = consentsTexts;
const { ways } = messagesTexts.consents;

interface ConsentFieldsProps {
  consent: GivenConsent;
  onChange: (consent: GivenConsent) => void;
}

/** Of a child who is added: which guardian agreed to their data. Nothing where the provider does not ask for it. */
export function ConsentFields({ consent, onChange }: ConsentFieldsProps) {
  const texts = useQuery(query(privacy.get_terms, {}));
  if ((texts.data?.child_consent ?? 'off') === 'off') return null;
  return (
    <FieldRow>
      <TextInput
        label={t.guardian}
        value={consent.said_name}
        maxLength={longestSaidName}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...consent, said_name: currentTarget.value })}
      />
      <NativeSelect
        label={t.how}
        value={consent.how}
        onChange={({ currentTarget }) =>
          onChange({ ...consent, how: consentWays.find((way) => way === currentTarget.value) ?? consent.how })
        }
        data={consentWays.map((value) => ({ value, label: ways[value] }))}
      />
    </FieldRow>
  );
}
