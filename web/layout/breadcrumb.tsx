import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { dashboardOf, paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { linksOf, linkTo, menuOf } from './menu.ts';
import classes from './breadcrumb.module.css';
import { usePage } from './use-page.ts';

const t = texts.shell;

/**
 * The menu's own link to the list that the page of one thing belongs to; somebody whose menu has none is not led there.
 * And the link to the page itself, from a menu or its own.
 */
function useTrail(role: PortalRole) {
  const page = usePage();
  const entries = linksOf(menuOf(role));
  return {
    list: entries.find(({ href }) => href === page?.list),
    own: page?.roles.includes(role) ? linkTo(page)[0] : undefined,
  };
}

/** Where the page stands: home, the role's dashboard, and the list or the section it is in. */
export function Breadcrumb({ role }: { role: PortalRole }) {
  const { list, own } = useTrail(role);
  return (
    <nav aria-label={t.breadcrumb} className={classes.breadcrumb}>
      <ol>
        <li>
          <AppLink href={paths.home}>{t.home}</AppLink>
        </li>
        <li>{t.dashboardTitles[role]}</li>
        {list ? (
          <li>
            <AppLink href={list.href}>{list.label}</AppLink>
          </li>
        ) : null}
        {own && own.href !== dashboardOf(role) ? <li aria-current="page">{own.label}</li> : null}
      </ol>
    </nav>
  );
}
