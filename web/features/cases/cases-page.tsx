import { casesTexts } from '#web/texts/cases.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { CaseList } from './case-list.tsx';

const t = casesTexts;

/** /cases: what people took in hand, and what came of it. */
export const CasesPage = () => (
  <>
    <PageHeader title={t.title} lead={t.lead} />
    <PageTabs
      label={t.tabs}
      tabs={[
        { name: 'mine', label: t.mine, content: <CaseList key="mine" label={t.mine} mine state="open" /> },
        { name: 'all', label: t.all, content: <CaseList key="all" label={t.all} state="open" /> },
        {
          name: 'later',
          label: t.putOffTab,
          content: <CaseList key="later" label={t.putOffTab} state="put_off" />,
        },
        {
          name: 'closed',
          label: t.closed,
          content: <CaseList key="closed" label={t.closed} state="closed" />,
        },
      ]}
    />
  </>
);
