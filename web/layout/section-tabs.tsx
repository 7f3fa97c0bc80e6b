import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { pages } from '#web/pages.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { isPlain, paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { linkTo } from './menu.ts';
import classes from './section-tabs.module.css';
import { sectionOf } from './section.ts';
import { usePage } from './use-page.ts';
import { useTodayCount } from './use-today-count.ts';

const intoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** The pages of the open page's section that the role may open. Nothing where it is the only one. */
export function SectionTabs({ role }: { role: PortalRole }) {
  const open = usePage();
  const [asked] = useSearchParam('tab');
  const tabs = sectionOf(open, role, pages).flatMap((page) => {
    const [link] = linkTo(page);
    const { part } = page;
    const isPart = asked === part?.tab;
    const isOpen = page === open;
    return [
      ...(link ? [{ ...link, isOpen: isOpen && !isPart }] : []),
      ...(part && isPlain(page.path)
        ? [{ label: part.name, href: `${page.path}?tab=${part.tab}` as const, isOpen: isOpen && isPart }]
        : []),
    ];
  });
  const hasTab = (path: string) => tabs.some(({ href }) => href === path);
  const counts: Readonly<Record<string, number>> = {
    [paths.corrections]: useTodayCount(['correction'], hasTab(paths.corrections)),
    [paths.registrations]: useTodayCount(['registered_not_placed'], hasTab(paths.registrations)),
  };
  if (tabs.length === 0) return null;
  return (
    <nav aria-label={texts.shell.sections} className={classes.section}>
      <ul>
        {tabs.map(({ href, label, isOpen }) => (
          // On a phone the row scrolls.
          <li key={href} ref={isOpen ? intoView : undefined}>
            <AppLink href={href} aria-current={isOpen ? 'page' : undefined}>
              {label}
              {counts[href] ? ` ${formatNumber(counts[href])}` : ''}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
