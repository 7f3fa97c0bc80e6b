import { accounts } from '@gurukul/contract/accounts';
import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { sessionsTexts } from '#web/texts/sessions.ts';

const t = sessionsTexts;

/** What ends along with a password or with all sessions, as the person chose it. */
export function useAlsoEnded(uid: number) {
  const opened = useQuery(query(accounts.get_sessions, { uid }));
  const [endsLink, setEndsLink] = useState(true);
  const [keys, setKeys] = useState<readonly string[]>([]);
  return {
    hasLink: opened.data?.calendar_link ?? false,
    ownKeys: opened.data?.keys ?? [],
    endsLink,
    setEndsLink,
    keys,
    setKeys,
    input: { end_calendar_link: endsLink, end_keys: keys.map(Number) },
  };
}

/** The question, as far as there is anything to ask about. */
export function AlsoEnded({ chosen }: { chosen: ReturnType<typeof useAlsoEnded> }) {
  const { hasLink, ownKeys, endsLink, setEndsLink, keys, setKeys } = chosen;
  return (
    <>
      {hasLink ? (
        <Checkbox
          label={t.alsoCalendar}
          checked={endsLink}
          onChange={(event) => setEndsLink(event.currentTarget.checked)}
        />
      ) : null}
      {ownKeys.length > 0 ? (
        <Checkbox.Group label={t.alsoKeys} value={[...keys]} onChange={setKeys}>
          <Stack gap="sm" mt="sm">
            {ownKeys.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : null}
    </>
  );
}
