import { foundKinds, type FoundItem, type FoundKind } from '@gurukul/contract/search';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { Button, CloseButton, Loader, Modal, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconBook2,
  IconCalendarEvent,
  IconCash,
  IconChalkboard,
  IconHelpCircle,
  IconSchool,
  IconSearch,
  IconUserShield,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { useBackCloses } from '#web/lib/address/back-closes.ts';
import { formatDate, today } from '#web/lib/format/format.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { paths, type Address } from '#web/paths.ts';
import { helpTexts } from '#web/texts/help.ts';
import { searchTexts } from '#web/texts/search.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './command-bar.module.css';
import { tasksLike } from './find-task.ts';
import { places } from './guide.ts';
import { actionsMeant, nameIn, startOf, type MeantAction } from './actions.ts';
import { piecesOf } from '../search/match.ts';
import { pagesLike, pagesOf, type PageLink } from './pages.ts';
import { recentOf, remember, type Recent } from '../search/recent.ts';
import { shortcutKey } from './shortcut.ts';
import { targetOf } from './targets.ts';
import { isEnough, useFound } from '../search/use-found.ts';

const t = searchTexts;

const longestText = 100;
/** The most pages that a text finds; more would push the other results out of sight. */
const mostPages = 5;

const listId = 'found';

const icons: Readonly<Record<FoundKind, Icon>> = {
  student: IconSchool,
  course: IconBook2,
  class: IconUsersGroup,
  teacher: IconChalkboard,
  course_admin: IconUserShield,
  payment: IconCash,
  event: IconCalendarEvent,
};

interface Option {
  /** Unique, and always the same for the same target. */
  readonly id: string;
  readonly href: Address;
  readonly title: string;
  readonly detail: string;
  readonly icon: Icon;
  /** Absent for an action without a name. */
  readonly went?: Recent;
}

interface Group {
  readonly name: keyof typeof t.kinds;
  readonly options: readonly Option[];
}

const pageOption = ({ href, label, group, icon }: PageLink): Option => ({
  id: href,
  href,
  title: label,
  detail: group,
  icon,
  went: { href },
});

/** Nothing for a page that is no longer of the role, or a kind that has none. */
function optionOf(role: PortalRole, went: Recent): Option[] {
  if ('href' in went) {
    return pagesOf(role)
      .filter(({ href }) => href === went.href)
      .map(pageOption);
  }
  const { kind, id, title } = went.item;
  const href = targetOf(role, went.item);
  const detail = aboutOf(went.item);
  return href === null ? [] : [{ id: `${kind} ${id}`, href, title, detail, icon: icons[kind], went }];
}

/** What tells it from others of its name. Older entries on a device have no context. */
const aboutOf = ({ context, detail }: FoundItem) => [context, detail].filter(Boolean).join(' · ');

/** The most things that each action is offered for. */
const mostOfAction = 5;

/** An action for each thing of the name that it can be done to; without a name, the page where it begins. */
function actionOptions(
  role: PortalRole,
  meant: readonly MeantAction[],
  name: string,
  found: readonly FoundItem[],
): Option[] {
  return meant.flatMap(({ action, name: own, day }): Option[] => {
    const { of, name: plain, example } = t.actions[action.name];
    if (own === '') {
      const href = startOf(action, role);
      return [
        {
          id: `action ${action.name}`,
          href,
          title: plain,
          detail: t.example({ text: example }),
          icon: action.icon,
        },
      ];
    }
    if (own !== name) return [];
    return found
      .filter(({ kind }) => action.to.includes(kind))
      .slice(0, mostOfAction)
      .flatMap((item) => {
        const href = action.href(item, day, role);
        if (href === null) return [];
        const detail = [day === null ? '' : formatDate(day), aboutOf(item)].filter(Boolean).join(' · ');
        const id = `action ${action.name} ${item.kind} ${item.id}`;
        return [{ id, href, title: of({ name: item.title }), detail, icon: action.icon, went: { item } }];
      });
  });
}

/** The most tasks of the guide that a text finds. */
const mostHelp = 3;

const helpOptions = (role: PortalRole, text: string): Option[] =>
  tasksLike(helpTexts.tasks, text)
    .filter((task) => places[task][role] !== undefined)
    .slice(0, mostHelp)
    .map((task) => ({
      id: `help ${task}`,
      href: `${paths.help}?task=${task}` as const,
      title: helpTexts.tasks[task].title,
      detail: '',
      icon: IconHelpCircle,
    }));

interface BarQuery {
  readonly text: string;
  /** What is looked up: the text, or the name in an action. */
  readonly name: string;
  readonly meant: readonly MeantAction[];
}

function groupsOf(role: PortalRole, { text, name, meant }: BarQuery, found: readonly FoundItem[]): Group[] {
  const toPages = {
    name: 'page',
    options: pagesLike(role, text).slice(0, mostPages).map(pageOption),
  } as const;
  const toActions = { name: 'action', options: actionOptions(role, meant, name, found) } as const;
  const groups: Group[] =
    text === ''
      ? [
          { name: 'recent', options: recentOf(role).flatMap((went) => optionOf(role, went)) },
          { name: 'page', options: pagesOf(role).map(pageOption) },
        ]
      : [
          // Somebody who names an action and a thing means no page.
          ...(name === text ? [toPages, toActions] : [toActions, toPages]),
          { name: 'help', options: helpOptions(role, text) },
          ...foundKinds.map((kind) => ({
            name: kind,
            options: found.filter((item) => item.kind === kind).flatMap((item) => optionOf(role, { item })),
          })),
        ];
  return groups.filter(({ options }) => options.length > 0);
}

function Marked({ children, text }: { children: string; text: string }) {
  return piecesOf(children, text).map((piece, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have nothing but their place
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );
}

/** Leads to another tab, and leaves the bar as it is. */
const isAside = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || button === 1;

interface OptionRowProps {
  option: Option;
  domId: string;
  text: string;
  isActive: boolean;
  onPoint: () => void;
  onPick: (event: MouseEvent) => void;
}

function OptionRow({ option, domId, text, isActive, onPoint, onPick }: OptionRowProps) {
  const { href, title, detail, icon: Icon } = option;
  return (
    <AppLink
      id={domId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a link, so that it opens in a new tab as links do
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={href}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={onPick}
      onAuxClick={onPick}
      // The text field keeps the keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon aria-hidden size={20} stroke={1.6} className={classes.icon} />
      <span className={classes.title}>
        <Marked text={text}>{title}</Marked>
      </span>
      {detail ? (
        <span className={classes.detail}>
          <Marked text={text}>{detail}</Marked>
        </span>
      ) : null}
    </AppLink>
  );
}

interface CommandBarProps {
  role: PortalRole;
  /** What was typed before it was there. */
  early: string;
  /** Closed without going anywhere. */
  onClose: () => void;
  /** Closed because it leads somewhere. */
  onGo: () => void;
}

/** Finds everything that the role may see, and leads to every page. */
export function CommandBar({ role, early, onClose, onGo }: CommandBarProps) {
  useBackCloses(true, onClose);
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState(early);
  const [pointed, setPointed] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const text = searchText(typed, longestText).trim();
  const meant = actionsMeant(role, text, today());
  const sought = nameIn(meant, text);
  const { items, isSearching, isFailed, retry } = useFound(sought);
  const groups = groupsOf(role, { text, name: sought, meant }, items);
  // Somebody's page may stand among the recent ones and in its own group.
  const places = groups.flatMap(({ name, options }) =>
    options.map((option) => ({ key: `${name} ${option.id}`, option })),
  );
  const active = Math.max(
    0,
    places.findIndex(({ key }) => key === pointed),
  );
  const activeKey = places[active]?.key;
  const domId = (key: string) => `${listId}-${places.findIndex((place) => place.key === key)}`;

  useEffect(() => {
    if (active === 0) list.current?.scrollTo({ top: 0 });
    else document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const pick = (option: Option) => (event: MouseEvent) => {
    // The right button asks the browser for its own menu.
    if (event.button === 2) return;
    if (option.went) remember(role, option.went);
    if (!isAside(event)) onGo();
  };

  const openAside = (option: Option) => {
    if (option.went) remember(role, option.went);
    window.open(option.href, '_blank', 'noopener');
  };

  const move = (event: KeyboardEvent, to: number) => {
    event.preventDefault();
    setPointed(places.at(to % places.length)?.key ?? null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const place = places[active];
    // Enter may end the composing of a word in another script.
    if (!place || event.nativeEvent.isComposing || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      // The action comes with the thing that is named.
      if (sought !== text && isSearching && pointed === null) return;
      if (event.ctrlKey || event.metaKey) openAside(place.option);
      else document.getElementById(`${listId}-${active}`)?.click();
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') move(event, active + 1);
    else if (event.key === 'ArrowUp') move(event, active - 1);
    else if (event.key === 'Home') move(event, 0);
    else if (event.key === 'End') move(event, places.length - 1);
  };

  const again = () => {
    // The button goes while it tries, and must not take the keyboard along.
    field.current?.focus();
    retry();
  };

  /** A page that arrives late takes the keyboard, and would take it out of the open bar. */
  const stay = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget === null || currentTarget.contains(relatedTarget)) return;
    queueMicrotask(() => field.current?.focus());
  };

  const isNothing = places.length === 0 && !isSearching && !isFailed;
  const said = () => {
    if (text === '' || isSearching || isFailed) return '';
    return isNothing ? t.nothing({ text }) : t.count({ count: places.length });
  };

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size="42rem"
      yOffset="10dvh"
      fullScreen={isPhone}
      returnFocus={false}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t.title}>
        <div className={classes.bar} data-phone={isPhone || undefined} onBlur={stay}>
          <div className={classes.head}>
            <IconSearch aria-hidden size={20} className={classes.icon} />
            <input
              ref={field}
              data-autofocus
              className={classes.field}
              role="combobox"
              aria-label={t.field}
              aria-expanded={places.length > 0}
              aria-controls={listId}
              aria-activedescendant={activeKey === undefined ? undefined : `${listId}-${active}`}
              aria-autocomplete="list"
              autoComplete="off"
              autoCorrect="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              placeholder={t.field}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setPointed(null);
                list.current?.scrollTo({ top: 0 });
              }}
              onKeyDown={onKeyDown}
            />
            <CloseButton aria-label={t.close} size={40} onClick={onClose} />
          </div>
          {places.length > 0 ? (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its options are links in groups
            <div ref={list} id={listId} role="listbox" aria-label={t.results} className={classes.list}>
              {groups.map(({ name, options }) => (
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would be no part of a list of options
                <div key={name} role="group" aria-labelledby={`${listId}-of-${name}`}>
                  <div id={`${listId}-of-${name}`} aria-hidden className={classes.heading}>
                    {t.kinds[name]}
                  </div>
                  {options.map((option) => {
                    const key = `${name} ${option.id}`;
                    return (
                      <OptionRow
                        key={key}
                        option={option}
                        domId={domId(key)}
                        text={sought}
                        isActive={key === activeKey}
                        onPoint={() => setPointed(key)}
                        onPick={pick(option)}
                      />
                    );
                  })}
                </div>
              ))}
            </div>
          ) : null}
          {isSearching ? (
            <div className={classes.state}>
              <Loader aria-hidden size="xs" />
              <Text c="dimmed">{t.searching}</Text>
            </div>
          ) : null}
          {isFailed ? (
            <div className={classes.state} role="alert">
              <Text>{t.failed}</Text>
              <Button variant="subtle" size="compact-sm" onClick={again}>
                {texts.ui.retry}
              </Button>
            </div>
          ) : null}
          {isNothing ? (
            <div className={classes.nothing}>
              <Text fw={600}>{t.nothing({ text })}</Text>
              <Text c="dimmed">{isEnough(sought) ? t.nothingHint : t.short}</Text>
            </div>
          ) : null}
          <VisuallyHidden component="output">{said()}</VisuallyHidden>
          {isPhone ? null : (
            <div aria-hidden className={classes.keys}>
              <span>
                <kbd>↑</kbd> <kbd>↓</kbd> {t.keys.move}
              </span>
              <span>
                <kbd>↵</kbd> {t.keys.open}
              </span>
              <span>
                <kbd>{shortcutKey}</kbd> <kbd>↵</kbd> {t.keys.newTab}
              </span>
              <span>
                <kbd>Esc</kbd> {t.keys.close}
              </span>
            </div>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
