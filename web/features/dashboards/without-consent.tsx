import { Text } from '@mantine/core';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { consentsTexts } from '#web/texts/consents.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = consentsTexts.children;

/** For the office: children without a guardian's consent, and the way to write to all of them. */
export const WithoutConsent = ({ count }: { count: number }) => (
  <Panel title={t.title}>
    <AppLink
      href={`${session.role === 'admin' ? paths.students : paths.allStudents}${stringifySearch({ category: 'all', consent: 'none' })}`}
    >
      {t.without({ count })}
    </AppLink>
    <Text c="dimmed">{t.hint}</Text>
  </Panel>
);
