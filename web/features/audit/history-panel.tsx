import { Button, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { historyTexts } from '#web/texts/history.ts';
import { Panel } from '#web/ui/panel.tsx';
import { LoadingState } from '#web/ui/feedback/states.tsx';
import { hasHistory } from './tell-done.ts';
import type { Of } from './timeline.tsx';

const t = historyTexts;

const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }));

interface HistoryProps {
  of: Of;
  name: string;
  /** A person who also makes changes themselves. */
  isColleague?: boolean;
}

const tabs = { about: 'history', by: 'history-by' } as const;

/** The timeline itself, loaded when it is opened. */
export function History({ of, name, isColleague = false }: HistoryProps) {
  const [tab, setTab] = useSearchParam('tab');
  const side = isColleague && tab === tabs.by ? 'by' : 'about';
  return (
    <Suspense fallback={<LoadingState />}>
      <Timeline
        of={of}
        name={name}
        side={side}
        onSide={isColleague ? (next) => setTab(tabs[next]) : undefined}
      />
    </Suspense>
  );
}

/** The last part of a person's page: their history, read when it is opened. The address says that it is open. */
export function HistoryPanel(props: HistoryProps) {
  const [tab, setTab] = useSearchParam('tab');
  if (!hasHistory()) return null;
  const isOpen = tab === tabs.about || tab === tabs.by;
  return (
    <Panel
      title={t.title}
      actions={
        <Button variant="default" aria-expanded={isOpen} onClick={() => setTab(isOpen ? '' : tabs.about)}>
          {isOpen ? t.close : t.open}
        </Button>
      }
    >
      {isOpen ? <History {...props} /> : <Text c="dimmed">{t.lead}</Text>}
    </Panel>
  );
}
