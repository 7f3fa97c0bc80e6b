import { Button } from '@mantine/core';
import { linkTo } from '../link.tsx';
import { PageHeader } from '../page-header.tsx';
import { Panel } from '../panel.tsx';
import { EmptyState } from './states.tsx';
import type { Path } from '#web/paths.ts';

interface MissingProps {
  title: string;
  text: string;
  /** The list to look in; null where the viewer has none. */
  list: Path | null;
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
              <Button variant="default" renderRoot={linkTo(list)}>
                {listLabel}
              </Button>
            )
          }
        />
      </Panel>
    </>
  );
}
