import type { TodayGroup, TodayHas, TodayKind, TodayOlder } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { Group, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Hint } from '#web/ui/feedback/hint.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { calmWords } from './calm-words.ts';
import { KindTabs } from './kind-tabs.tsx';
import { Lamp } from './lamp.tsx';
import { Lines } from './today-item.tsx';
import { olderList, todayList } from './today-words.ts';
import classes from './today.module.css';

const t = dashboardsTexts.today;

interface GroupsProps {
  groups: readonly TodayGroup[];
  role: PortalRole;
}

function Groups({ groups, role }: GroupsProps) {
  const [asked, setKind] = useSearchParam('today');
  const first = groups[0]?.kind ?? null;
  const chosen = groups.find(({ kind }) => kind === asked)?.kind ?? first;
  return (
    <KindTabs groups={groups} chosen={chosen} onChoose={(kind) => setKind(kind === first ? '' : kind)}>
      <div
        className={classes.room}
        style={{ '--rows': Math.max(...groups.map(({ items }) => items.length)) }}
      >
        {groups.map((group) => (
          <Tabs.Panel key={group.kind} value={group.kind}>
            {/* Above the lines: by keyboard their controls are thirty stops. */}
            {group.count > group.items.length ? (
              <Text size="sm" c="dimmed" mb={4}>
                {t.shown({ shown: group.items.length, count: group.count })}{' '}
                <AppLink href={todayList(group.kind)}>{t.all}</AppLink>
              </Text>
            ) : null}
            <Lines group={group} role={role} />
          </Tabs.Panel>
        ))}
      </div>
    </KindTabs>
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

/** One line for what is older, which opens it. */
export function Older({ older }: { older: TodayOlder | undefined }) {
  const count = older?.reduce((sum, each) => sum + each.count, 0) ?? 0;
  return count > 0 ? (
    <Text size="sm" mt="xs">
      <AppLink href={olderList}>{t.older({ count })}</AppLink>
    </Text>
  ) : null;
}

interface TodayProps {
  role: PortalRole;
  groups: readonly TodayGroup[] | undefined;
  older: TodayOlder | undefined;
  /** What there is, where nothing is due. */
  has: TodayHas | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** What needs a person now, class by class and person by person. */
export function Today({ role, groups, older, has, error, onRetry }: TodayProps) {
  const count = groups?.reduce((sum, group) => sum + group.count, 0) ?? 0;
  return (
    <Panel
      title={t.title}
      actions={
        groups && count > 0 ? (
          <Group gap="sm" wrap="nowrap">
            <RollsLamp groups={groups} />
            <Text c="dimmed">{t.waiting({ count })}</Text>
          </Group>
        ) : null
      }
    >
      {groups && count > 0 ? <Groups groups={groups} role={role} /> : null}
      {groups && count === 0 ? <Calm {...calmWords(role, has)} /> : null}
      {groups ? <Older older={older} /> : null}
      {groups || !error ? null : <FailedState title={t.failed} message={error.message} onRetry={onRetry} />}
      {groups || error ? null : <LoadingState />}
    </Panel>
  );
}
