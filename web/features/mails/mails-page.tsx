import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { session } from '#web/lib/session.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import classes from './mails.module.css';

const t = mailsTexts;

const MailPreviews = lazy(async () => ({ default: (await import('./previews.tsx')).MailPreviews }));

const tabs = ['log', 'previews'] as const;

/** /mails: what became of the mails, and what they say. */
export function MailsPage() {
  const [asked, setTab] = useSearchParam('tab', tabs[0]);
  const tab = tabs.find((name) => name === asked) ?? tabs[0];
  return (
    <>
      <PageHeader title={t.title} lead={session.role === 'admin' ? t.lead : t.ownLead} />
      <Tabs value={tab} onChange={(next) => setTab(next ?? '')} keepMounted={false}>
        <Tabs.List aria-label={t.tabsLabel} className={classes.tabs}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="log">
          <DeliveryLog />
        </Tabs.Panel>
        <Tabs.Panel value="previews">
          <Suspense fallback={<LoadingState />}>
            <MailPreviews />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
