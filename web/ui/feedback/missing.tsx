import { Button } from '@mantine/core';
import { Navigate } from '#web/lib/address/navigate.ts';
import { placeAfterUndo } from '#web/lib/undone.ts';
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

/**
 * In place of a page about something that is not there, or not for this viewer: the two look the same. What went by an
 * Undo on its own page leads to a page that is there.
 */
export function Missing({ title, text, list, listLabel }: MissingProps) {
  const place = placeAfterUndo(list);
  if (place !== null) return <Navigate to={place} replace />;
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
