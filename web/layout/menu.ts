import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { Icon } from '@tabler/icons-react';
import { pages, type Page } from '#web/pages.ts';
import * as icons from './icons.ts';
import { isPlain, type Address } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';

export interface MenuLink {
  readonly label: string;
  readonly href: Address;
  readonly icon: Icon;
}

export interface MenuGroup {
  /** Shown above the links; null for the ones that stand alone. */
  readonly label: string | null;
  /** Where the label itself leads, if anywhere. */
  readonly head?: MenuLink;
  readonly links: readonly MenuLink[];
  /** Its links are hidden at first. */
  readonly isFolded: boolean;
}

/** Every link of a menu, in its order. */
export const linksOf = (groups: readonly MenuGroup[]): readonly MenuLink[] =>
  groups.flatMap(({ head, links }) => (head ? [head, ...links] : links));

/** The link to a page that stands in a menu or has a link of its own. */
export function linkTo({ path, menu, own }: Page): MenuLink[] {
  const href = menu?.href ?? path;
  const link = menu ?? own;
  // oxlint-disable-next-line import/namespace -- the type of the row allows no other names
  return link && isPlain(href) ? [{ label: link.name, href, icon: icons[link.icon] }] : [];
}

const { menu } = texts.shell;

/** What is specified stands open, first. Other groups are folded until somebody opens them or one of their pages. */
const unfolded: ReadonlySet<string | null> = new Set([
  null,
  menu.dashboard,
  menu.coursesGroup,
  menu.attendanceGroup,
]);

function groupOf(label: string | null, rows: readonly Page[]): MenuGroup {
  const [head] = rows.filter(({ menu }) => menu?.isHead).flatMap(linkTo);
  const links = rows.filter(({ menu }) => !menu?.isHead).flatMap(linkTo);
  return { label, ...(head && { head }), links, isFolded: !unfolded.has(label) };
}

/** The sidebar of a role. */
export function menuOf(role: PortalRole): readonly MenuGroup[] {
  const rows = pages.filter(({ menu }) => menu?.of.includes(role));
  const under = ({ menu: place }: Page) =>
    (typeof place?.under === 'object' ? place.under[role] : place?.under) ?? null;
  const first = rows.filter(({ menu: place }) => !place?.isLast);
  const groups = [...Map.groupBy(first, under)].map(([label, group]) => groupOf(label, group));
  return [
    ...groups.filter(({ isFolded }) => !isFolded),
    ...groups.filter(({ isFolded }) => isFolded),
    groupOf(
      null,
      rows.filter(({ menu: place }) => place?.isLast),
    ),
  ];
}
