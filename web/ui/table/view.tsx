import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { use, useState } from 'react';
import type { TableDisplay } from '#web/lib/address/table-search.ts';
import { texts } from '#web/texts/texts.ts';
import { loadPopover, useOnFirstUse } from '../use-on-first-use.ts';
import { shownColumns } from './columns.ts';
import { SavedViewsPlace } from './saved-views-place.ts';
import classes from './view.module.css';

const t = texts.ui.view;

interface TableViewMenuProps {
  /** The table's own name: a screen may hold several. */
  label: string;
  columns: readonly { readonly id: string; readonly header: string }[];
  display: TableDisplay;
  /** Without rows only another view is of use. */
  isEmpty: boolean;
}

/** How a table looks: its columns, its density, and the views that were given a name. */
export function TableViewMenu({ label, columns, display, isEmpty }: TableViewMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const loadViews = use(SavedViewsPlace)?.load;
  const { views } = display;
  const load = async () => {
    const [Popover, { ViewPanel }, SavedViews] = await Promise.all([
      loadPopover(),
      import('./view-panel.tsx'),
      views && loadViews ? loadViews() : null,
    ]);
    return { Popover, ViewPanel, SavedViews };
  };
  const { part, prepare, want } = useOnFirstUse(load);
  const shown = shownColumns(columns, display.cols).length;
  const hidden = shown === columns.length ? '' : t.shownOf({ shown, all: columns.length });
  // What is open stays: its rows may go while somebody works in it.
  if (isEmpty && !isOpen && !views) return null;
  const press = async () => {
    if (isOpen) return setOpen(false);
    if (await want()) setOpen(true);
  };
  return (
    <>
      <Button
        ref={setButton}
        className={classes.opener}
        variant="default"
        title={t.button}
        aria-label={hidden ? `${t.of({ table: label })}, ${hidden}` : t.of({ table: label })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-table-view
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void press()}
      >
        <IconAdjustmentsHorizontal aria-hidden size={18} />
        <span className={classes.word} data-word>
          {t.button}
        </span>
        {hidden ? <span className={classes.count} data-count={`${shown}/${columns.length}`} /> : null}
      </Button>
      {part && button ? (
        <part.Popover
          label={t.of({ table: label })}
          button={button}
          isOpen={isOpen}
          onChange={setOpen}
          position="bottom-end"
          width={340}
          withinPortal={false}
          returnFocus
          className={classes.panel}
        >
          <part.ViewPanel columns={columns} display={display}>
            {part.SavedViews && views ? <part.SavedViews label={label} table={views} /> : null}
          </part.ViewPanel>
        </part.Popover>
      ) : null}
    </>
  );
}
