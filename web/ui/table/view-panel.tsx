import { Checkbox, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TableDisplay } from '#web/lib/address/table-search.ts';
import { viewsTexts } from '#web/texts/views.ts';
import { ActionButton } from '../feedback/action-button.tsx';
import { colsOf, shownColumns } from './columns.ts';
import classes from './view-panel.module.css';

const t = viewsTexts;

interface DisplayProps {
  display: TableDisplay;
}

interface ColumnsProps extends DisplayProps {
  columns: readonly { readonly id: string; readonly header: string }[];
}

function Columns({ columns, display }: ColumnsProps) {
  const shown = shownColumns(columns, display.cols).map(({ id }) => id);
  return (
    <Checkbox.Group
      label={t.columns}
      value={shown}
      onChange={(next) => display.setCols(colsOf(columns, new Set(next)))}
    >
      <div className={classes.choices}>
        {columns.map(({ id, header }, index) => (
          <Checkbox
            key={id}
            value={id}
            label={header}
            // What names the row stays; it says so instead of missing in the list.
            {...(index === 0 && { disabled: true, description: t.always })}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Density({ display }: DisplayProps) {
  return (
    <Radio.Group
      className={classes.density}
      label={t.density}
      value={display.isDense ? 'compact' : 'comfortable'}
      onChange={(next) => display.setDense(next === 'compact')}
    >
      <div className={classes.choices}>
        <Radio value="comfortable" label={t.comfortable} />
        <Radio value="compact" label={t.compact} />
      </div>
    </Radio.Group>
  );
}

interface ViewPanelProps extends ColumnsProps {
  /** The saved views. */
  children: ReactNode;
}

/** What the menu of a table's view opens. */
export function ViewPanel({ columns, display, children }: ViewPanelProps) {
  const shown = shownColumns(columns, display.cols).map(({ id }) => id);
  const isUsual = colsOf(columns, new Set(shown)) === '' && display.isDense;
  return (
    <>
      <Columns columns={columns} display={display} />
      <Density display={display} />
      <ActionButton
        size="compact-sm"
        variant="light"
        disabledReason={isUsual ? t.isReset : ''}
        onClick={() => display.reset()}
      >
        {t.reset}
      </ActionButton>
      {children}
    </>
  );
}
