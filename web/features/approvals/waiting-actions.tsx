import { approvals } from '@gurukul/contract/approvals';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { paths } from '#web/paths.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const t = dashboardsTexts.approvals;

/** One line for an account admin while actions of others wait for them. */
export function WaitingActions() {
  const actions = useQuery(query(approvals.get_deeds, {}));
  const count = actions.data?.waiting ?? 0;
  if (count === 0) return null;
  return (
    <Box mb="lg">
      <Notice title={t.title({ count: formatNumber(count) })}>
        <AppLink href={paths.approvals}>{t.link}</AppLink>
      </Notice>
    </Box>
  );
}
