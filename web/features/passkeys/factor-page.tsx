import { passkeys } from '@gurukul/contract/passkeys';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { factorNeed } from '#web/calls/factor.ts';
import { FrontDoor } from '#web/layout/signed-out.tsx';
import { useLogOut } from '#web/layout/use-log-out.ts';
import { passkeysTexts } from '#web/texts/passkeys.ts';
import { texts } from '#web/texts/texts.ts';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { FactorsPanel } from './factors-panel.tsx';

const t = passkeysTexts.needed;

/** Stands in place of every page while the role needs a second factor and there is none. */
export function FactorPage() {
  const logOut = useLogOut();
  const client = useQueryClient();
  const factors = useQuery(query(passkeys.get_factors, {}));
  const has = factors.data && (factors.data.data.has_code_app || factors.data.data.passkeys.length > 0);
  const goOn = () => {
    // What was refused is asked for again.
    client.clear();
    factorNeed.settle();
  };
  return (
    <FrontDoor>
      <Stack maw="44rem" w="100%">
        <FocusedTitle order={1}>{t.title}</FocusedTitle>
        <Text>{has ? t.added : t.why}</Text>
        <FactorsPanel />
        <Group gap="sm">
          {has ? <Button onClick={goOn}>{t.goOn}</Button> : null}
          <Button variant="default" onClick={() => void logOut()}>
            {texts.shell.logOut}
          </Button>
        </Group>
      </Stack>
    </FrontDoor>
  );
}
