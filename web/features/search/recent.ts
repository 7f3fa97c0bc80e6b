import { foundKinds, type FoundItem } from '@gurukul/contract/search';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { session } from '#web/lib/session.ts';

/** What somebody went to: a page of the portal, or something found. */
export type Recent = { readonly href: string } | { readonly item: FoundItem };

interface RecentEntry {
  readonly role: string;
  readonly went: Recent;
}

const most = 5;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isItem = (value: unknown): value is FoundItem =>
  isRecord(value) &&
  foundKinds.some((kind) => kind === value['kind']) &&
  typeof value['id'] === 'number' &&
  typeof value['title'] === 'string' &&
  typeof value['detail'] === 'string';

const isKept = (value: unknown): value is RecentEntry => {
  if (!isRecord(value) || typeof value['role'] !== 'string' || !isRecord(value['went'])) return false;
  const { href, item } = value['went'];
  return typeof href === 'string' || isItem(item);
};

function read(): readonly RecentEntry[] {
  try {
    const kept: unknown = JSON.parse(session.recent || '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

const keyOf = (went: Recent) => ('href' in went ? went.href : `${went.item.kind} ${went.item.id}`);

/** The latest targets of the person in this role, the last one first. They leave the device with the session. */
export const recentOf = (role: PortalRole): readonly Recent[] =>
  read()
    .filter((each) => each.role === role)
    .map(({ went }) => went);

export function remember(role: PortalRole, went: Recent) {
  const others = read().filter((each) => each.role !== role || keyOf(each.went) !== keyOf(went));
  const ofRole = others.filter((each) => each.role === role).slice(0, most - 1);
  const ofOther = others.filter((each) => each.role !== role);
  session.recent = JSON.stringify([{ role, went }, ...ofRole, ...ofOther]);
}
