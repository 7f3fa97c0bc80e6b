import { myPage } from '@gurukul/contract/my-page';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { paths } from '#web/paths.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { LoneLink } from '#web/ui/lone-link.tsx';

/** Above the list of students, while corrections wait for the office. */
export function WaitingCorrections() {
  const found = useQuery(query(myPage.get_corrections, {}));
  const count = found.data?.data.length ?? 0;
  return count > 0 ? (
    <Text mb="xs">
      <LoneLink href={paths.corrections}>{myPageTexts.waiting({ count })}</LoneLink>
    </Text>
  ) : null;
}
