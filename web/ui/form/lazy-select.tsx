import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { StatusBadge, type Tone } from '../status-badge.tsx';
import { useOnFirstUse } from '../use-on-first-use.ts';
import classes from './lazy-select.module.css';
import { SelectButton } from './select-button.tsx';

const load = async () => (await import('./late-select.tsx')).LateSelect;

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Of a state: how good it is. */
  readonly tone?: Tone;
}

interface LazySelectProps {
  /** The name of the choice and its person: "Attendance of Asha Rao". */
  label: string;
  value: string;
  /** Best kept outside the component. */
  options: readonly Option[];
  onChange: (value: string) => void;
  placeholder?: string;
  /** A choice is being saved: nothing else can be chosen until it is. */
  isBusy?: boolean;
}

/** For table rows: a plain button that becomes a select when opened. A hundred selects would make a table slow. */
export function LazySelect({
  label,
  value,
  options,
  onChange,
  placeholder = '',
  isBusy = false,
}: LazySelectProps) {
  const { part: LateSelect, prepare, want } = useOnFirstUse(load);
  /** Where the list hangs while it is open: in the page's main part, out of the table that would cut it off. */
  const [host, setHost] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = async () => {
    if (await want()) setHost(button.current?.closest('main') ?? document.body);
  };
  // The button must hold the focus before a dialog opens, or closing the dialog drops it to the page's start.
  const close = () => {
    flushSync(() => setHost(null));
    button.current?.focus();
  };
  if (host && LateSelect) {
    return (
      <LateSelect
        className={classes.select ?? ''}
        aria-label={label}
        data={options}
        value={value || null}
        maxDropdownHeight={360}
        // As wide as the button, so that the table keeps its columns; its list takes the room it needs.
        comboboxProps={{ portalProps: { target: host }, width: 'max-content', position: 'bottom-start' }}
        onDropdownClose={close}
        onChange={(next) => {
          close();
          if (next !== null && next !== value) onChange(next);
        }}
      />
    );
  }
  const chosen = options.find((option) => option.value === value);
  const shown = chosen?.label ?? (value || placeholder);
  return (
    <SelectButton
      ref={button}
      label={label}
      shown={shown}
      isBusy={isBusy}
      onPrepare={prepare}
      onPress={() => void open()}
    >
      {chosen?.tone ? <StatusBadge tone={chosen.tone}>{shown}</StatusBadge> : <span>{shown}</span>}
    </SelectButton>
  );
}
