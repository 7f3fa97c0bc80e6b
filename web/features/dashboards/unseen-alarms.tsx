import { access } from '@gurukul/contract/access';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { paths } from '#web/paths.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const t = dashboardsTexts.alarms;

/** One line for the account admin, until an alarm was seen. */
export function UnseenAlarms() {
  const alarms = useQuery(query(access.get_alarms, {}));
  if (!alarms.data?.unseen) return null;
  return (
    <Box mb="lg">
      <Notice title={t.title}>
        <AppLink href={paths.access}>{t.link}</AppLink>
      </Notice>
    </Box>
  );
}
