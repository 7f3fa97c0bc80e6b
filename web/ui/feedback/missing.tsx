import { Button } from '@mantine/core';
import { AppLink } from '../link.tsx';
import { PageHeader } from '../page-header.tsx';
import { Panel } from '../panel.tsx';
import { EmptyState } from './states.tsx';

interface MissingProps {
  title: string;
  text: string;
  /** The list to look in; null where the viewer has none. */
  list: string | null;
  listLabel: string;
}

/** In place of a page about something that is not there, or not for this viewer: the two look the same. */
export function Missing({ title, text, list, listLabel }: MissingProps) {
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState
          title={text}
          action={
            list === null ? null : (
              <Button variant="default" renderRoot={(props) => <AppLink href={list} {...props} />}>
                {listLabel}
              </Button>
            )
          }
        />
      </Panel>
    </>
  );
}
