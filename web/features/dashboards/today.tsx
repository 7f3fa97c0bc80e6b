import {
  todayKinds,
  type TodayGroup,
  type TodayHas,
  type TodayItems,
  type TodayKind,
} from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { Group, Skeleton, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { formatNumber } from '#web/lib/format/format.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Hint } from '#web/ui/feedback/hint.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { calmWords } from './calm-words.ts';
import { Lamp } from './lamp.tsx';
import { TodayLineActions } from './today-line-actions.tsx';
import { todayFix, todayIcons, todayList, todayWords } from './today-words.ts';
import classes from './today.module.css';

const t = dashboardsTexts.today;

interface ItemProps<K extends TodayKind> {
  kind: K;
  item: TodayItems[K];
  role: PortalRole;
}

/** The whole line leads to the fix. */
function Item<K extends TodayKind>({ kind, item, role }: ItemProps<K>) {
  const { title, detail } = todayWords(kind, item);
  const { href, action } = todayFix(kind, item, role);
  return (
    <li className={classes.line}>
      <AppLink href={href} className={classes.item}>
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          {detail ? <span className={classes.detail}>{detail}</span> : null}
        </span>
        <span className={classes.action}>
          {action}
          <IconArrowRight aria-hidden size={16} />
        </span>
      </AppLink>
      <TodayLineActions kind={kind} item={item} />
    </li>
  );
}

interface LinesProps {
  group: TodayGroup;
  role: PortalRole;
}

/** The first lines of a kind. */
export const Lines = ({ group: { kind, items }, role }: LinesProps) => (
  <ul className={classes.items}>
    {items.map((item) => (
      <Item key={item.line} kind={kind} item={item} role={role} />
    ))}
  </ul>
);

interface GroupsProps {
  groups: readonly TodayGroup[];
  role: PortalRole;
}

function Groups({ groups, role }: GroupsProps) {
  const [asked, setKind] = useSearchParam('today');
  const chosen = todayKinds.find((kind) => kind === asked && groups.some((group) => group.kind === kind));
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  return (
    <Tabs
      value={chosen ?? groups[0]?.kind ?? null}
      onChange={(kind) => setKind(kind === groups[0]?.kind ? '' : (kind ?? ''))}
      orientation={isWide ? 'vertical' : 'horizontal'}
      variant="none"
      keepMounted={false}
      classNames={{
        root: classes.groups,
        list: classes.kinds,
        tab: classes.kind,
        tabLabel: classes.kindLabel,
        tabSection: classes.kindIcon,
      }}
    >
      <Tabs.List aria-label={t.kinds}>
        {groups.map(({ kind, count }) => {
          const KindIcon = todayIcons[kind];
          return (
            <Tabs.Tab key={kind} value={kind} leftSection={<KindIcon aria-hidden size={20} stroke={1.5} />}>
              {t[kind].title} <span className={classes.count}>{formatNumber(count)}</span>
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <div
        className={classes.panels}
        style={{ '--rows': Math.max(...groups.map(({ items }) => items.length)) }}
      >
        {groups.map((group) => (
          <Tabs.Panel key={group.kind} value={group.kind}>
            <Lines group={group} role={role} />
            {group.count > group.items.length ? (
              <Text size="sm" c="dimmed" mt="xs">
                {t.shown({ count: group.count })} <AppLink href={todayList(group.kind)}>{t.all}</AppLink>
              </Text>
            ) : null}
          </Tabs.Panel>
        ))}
      </div>
    </Tabs>
  );
}

/** Nothing is due, or nothing is there yet. */
export function Calm({ title, text, step }: ReturnType<typeof calmWords>) {
  return (
    <div className={classes.calm}>
      <Lamp isLit={step === undefined} />
      <p>
        <strong>{title}</strong>
        <span>{text}</span>
        {step ? (
          <AppLink href={step.href} className={classes.action}>
            {step.action}
            <IconArrowRight aria-hidden size={16} />
          </AppLink>
        ) : null}
      </p>
    </div>
  );
}

/** Where one of these waits, there are classes that meet. */
const ofClasses: ReadonlySet<TodayKind> = new Set([
  'unmarked_class',
  'open_cover',
  'homework_to_check',
  'family_answer',
  'attending_unpaid',
]);

/** Burns when no roll is missing, whatever else waits. */
function RollsLamp({ groups }: Pick<GroupsProps, 'groups'>) {
  if (!groups.some(({ kind }) => ofClasses.has(kind))) return null;
  const isLit = groups.every(({ kind }) => kind !== 'unmarked_class');
  const words = isLit ? t.lamp.lit : t.lamp.dark;
  return (
    <Hint label={words}>
      <span>
        <Lamp isLit={isLit} />
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    </Hint>
  );
}

interface TodayProps {
  role: PortalRole;
  groups: readonly TodayGroup[] | undefined;
  /** What there is, where nothing is due. */
  has: TodayHas | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** What needs a person now, the most pressing first. */
export function Today({ role, groups, has, error, onRetry }: TodayProps) {
  if (!groups) {
    return (
      <Panel title={t.title}>
        <div className={classes.room}>
          {error ? (
            <FailedState title={t.failed} message={error.message} onRetry={onRetry} />
          ) : (
            <TodaySkeleton />
          )}
        </div>
      </Panel>
    );
  }
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <Panel
      title={t.title}
      actions={
        count > 0 ? (
          <Group gap="sm" wrap="nowrap">
            <RollsLamp groups={groups} />
            <Text c="dimmed">{t.waiting({ count })}</Text>
          </Group>
        ) : null
      }
    >
      {count > 0 ? <Groups groups={groups} role={role} /> : <Calm {...calmWords(role, has)} />}
    </Panel>
  );
}

const lines = [0, 1, 2];

const TodaySkeleton = () => (
  <div className={classes.lines}>
    {lines.map((line) => (
      <Skeleton key={line} height="3.25rem" />
    ))}
  </div>
);
