import { Button, Checkbox, CloseButton, Popover, Radio, TextInput, VisuallyHidden } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { TableDisplay } from '#web/lib/table-search.ts';
import { viewNameMax } from '#web/lib/table-views.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '../feedback/action-button.tsx';
import { colsOf, shownColumns } from './columns.ts';
import classes from './view.module.css';
import { AppLink } from '../link.tsx';
import { toast } from '../feedback/toast.tsx';

const t = texts.ui.view;

interface Named {
  readonly id: string;
  readonly header: string;
}

interface DisplayProps {
  display: TableDisplay;
}

interface ColumnsProps extends DisplayProps {
  columns: readonly Named[];
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

interface SavedViewsProps {
  /** The table's own name. */
  label: string;
  views: NonNullable<TableDisplay['views']>;
}

function SavedViews({ label, views }: SavedViewsProps) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const box = useRef<HTMLInputElement>(null);

  const refuse = (why: string) => {
    setFault(why);
    box.current?.focus();
  };
  const save = () => {
    const wanted = name.trim();
    if (wanted === '') return refuse(t.nameNeeded);
    if (views.isFull && !views.list.some((view) => view.name === wanted)) return refuse(t.full);
    if (!views.save(wanted)) return refuse(t.notKept);
    setName('');
    setFault('');
    toast.success(views.isPassing ? t.keptForNow(wanted) : t.kept(wanted));
  };
  const remove = (gone: string) => {
    const undo = views.remove(gone);
    // Its button goes with it.
    box.current?.focus();
    toast.undoable({ text: t.removed(gone), about: `${label} ${gone}`, undo });
  };

  return (
    <section aria-label={t.saved}>
      <p className={classes.heading}>{t.saved}</p>
      {views.list.length === 0 ? <p className={classes.none}>{t.none}</p> : null}
      <ul className={classes.views}>
        {views.list.map(({ name: known, href, isCurrent }) => (
          <li key={known}>
            <AppLink href={href} data-current={isCurrent || undefined} className={classes.view}>
              <IconCheck aria-hidden size={16} className={classes.mark} />
              {known}
              {isCurrent ? <VisuallyHidden>{`, ${t.current}`}</VisuallyHidden> : null}
            </AppLink>
            <CloseButton size="sm" aria-label={t.remove(known)} onClick={() => remove(known)} />
          </li>
        ))}
      </ul>
      <div className={classes.save}>
        <TextInput
          ref={box}
          label={t.name}
          value={name}
          maxLength={viewNameMax}
          error={fault}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault('');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The table may stand in a form.
            event.preventDefault();
            save();
          }}
        />
        <Button variant="default" onClick={save}>
          {t.save}
        </Button>
      </div>
    </section>
  );
}

interface TableViewMenuProps extends ColumnsProps {
  /** The table's own name: a screen may hold several. */
  label: string;
  /** Without rows only another view is of use. */
  isEmpty: boolean;
}

/** How a table looks: its columns, its density, and the views that were given a name. */
export function TableViewMenu({ label, columns, display, isEmpty }: TableViewMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = shownColumns(columns, display.cols).length;
  const isUsual = shown === columns.length && display.isDense;
  const hidden = shown === columns.length ? '' : t.shownOf(shown, columns.length);
  // What is open stays: its rows may go while somebody works in it.
  if (isEmpty && !isOpen && !display.views?.list.length) return null;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button
          className={classes.opener}
          variant="default"
          aria-label={hidden ? `${t.of(label)}, ${hidden}` : t.of(label)}
          data-table-view
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal aria-hidden size={18} />
          <span className={classes.word}>{t.button}</span>
          {hidden ? <span className={classes.count} data-count={`${shown}/${columns.length}`} /> : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t.of(label)}>
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
        {display.views ? <SavedViews label={label} views={display.views} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}
