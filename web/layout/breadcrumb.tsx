import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { linksOf, menuOf } from './menu.ts';
import classes from './breadcrumb.module.css';
import { usePage } from './use-page.ts';

const t = texts.shell;

/** The menu's own link to the list that the page belongs to; somebody whose menu has none is not led there. */
function useList(role: PortalRole) {
  const list = usePage()?.list;
  return linksOf(menuOf(role)).find(({ href }) => href === list);
}

/** Where the page stands: home, the role's dashboard and, on the page of one thing, the list it is in. */
export function Breadcrumb({ role }: { role: PortalRole }) {
  const list = useList(role);
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
      </ol>
    </nav>
  );
}
