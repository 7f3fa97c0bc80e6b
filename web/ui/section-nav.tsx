import { NativeSelect } from '@mantine/core';
import { useEffect, useState, type MouseEvent } from 'react';
import { stringifySearch, useSearchParam } from '#web/lib/address/address-search.ts';
import classes from './section-nav.module.css';

/** Without going there by the address: the router would take that for leaving the page. */
function goTo(id: string) {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  (document.getElementById(`${id}-title`) ?? section)?.focus({ preventScroll: true });
}

/** The section that is being read: the last one whose head has passed the top of the window. */
function useCurrent<Id extends string>(ids: readonly [Id, ...Id[]]): Id {
  const [current, setCurrent] = useState<Id>(ids[0]);
  useEffect(() => {
    const look = () => {
      const passed = ids.findLast(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < 200,
      );
      setCurrent(passed ?? ids[0]);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [ids]);
  return current;
}

interface SectionNavProps<Id extends string> {
  /** For screen readers: whose sections. */
  label: string;
  selectLabel: string;
  /** Of the elements on the page, in its order. The address `?section=<id>` opens the page at one. */
  ids: readonly [Id, ...Id[]];
  names: Readonly<Record<Id, string>>;
}

/** The sections of a long page: a list beside it where there is room, a select above it on phones. */
export function SectionNav<Id extends string>({ label, selectLabel, ids, names }: SectionNavProps<Id>) {
  const current = useCurrent(ids);
  const [asked] = useSearchParam('section');
  useEffect(() => {
    if (asked) goTo(asked);
  }, [asked]);
  const follow = (event: MouseEvent<HTMLAnchorElement>, id: Id) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(id);
  };
  return (
    <>
      <nav className={classes.list} aria-label={label}>
        <ul>
          {ids.map((id) => (
            <li key={id}>
              <a
                href={stringifySearch({ section: id })}
                aria-current={id === current ? 'true' : undefined}
                onClick={(event) => follow(event, id)}
              >
                {names[id]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.select}>
        <NativeSelect
          label={selectLabel}
          data={ids.map((id) => ({ value: id, label: names[id] }))}
          value={current}
          onChange={(event) => goTo(event.currentTarget.value)}
        />
      </div>
    </>
  );
}
