import { mappingChanges, type enquiries, type QueryMapping } from '@gurukul/contract/enquiries';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { newKey, rowChanges, type DraftRow } from '#web/lib/draft-rows.ts';

/** One row of the list as it is typed; `type` is '' for None. */
export interface MappingDraft extends DraftRow {
  readonly type: string;
  readonly email: string;
  /** What somebody else has stored in this row since it was typed in. */
  readonly theirs?: { readonly type: string; readonly email: string };
}

type Change = Extract<CallInput<typeof enquiries.submit>, readonly unknown[]>[number];

export const emptyMapping = (): MappingDraft => ({ key: newKey(), id: null, type: '', email: '' });

/** The rows that are stored; a list of none begins with one to fill in. */
export function draftsOf(stored: readonly QueryMapping[]): MappingDraft[] {
  const drafts = stored.map(({ course_type_mapp_id: id, course_type_id, email_id }) => ({
    key: String(id),
    id,
    type: String(course_type_id),
    email: email_id,
  }));
  return drafts.length > 0 ? drafts : [emptyMapping()];
}

const isBlank = ({ id, type, email }: MappingDraft) => id === null && type === '' && email.trim() === '';

/** Whose address is none. A row that nobody has begun is not asked. */
export const wrongEmails = (drafts: readonly MappingDraft[]): ReadonlySet<string> =>
  new Set(
    drafts.filter((draft) => !isBlank(draft) && !emailPattern.test(draft.email.trim())).map(({ key }) => key),
  );

/** Rows without a type: their mailbox would get no questions, so the server would not store them. */
export const withoutType = (drafts: readonly MappingDraft[]): ReadonlySet<string> =>
  new Set(drafts.filter((draft) => !isBlank(draft) && draft.type === '').map(({ key }) => key));

/** New, edited and deleted rows. A row without a type is never sent. */
export function changesOf(stored: readonly QueryMapping[], drafts: readonly MappingDraft[]): Change[] {
  const before = draftsOf(stored).filter(({ id }) => id !== null);
  const versions = new Map(stored.map((row) => [row.course_type_mapp_id, row.version]));
  const known = (id: number) => ({ course_type_mapp_id: id, version: versions.get(id) });
  return rowChanges(before, drafts).flatMap(({ row, state }): Change[] => {
    const { id, type } = row;
    const email_id = row.email.trim();
    if (state === 'REMOVE') return id === null ? [] : [{ flag: mappingChanges.deleted, ...known(id) }];
    if (type === '') return [];
    const target = { course_type_id: Number(type), email_id };
    return id === null
      ? [{ flag: mappingChanges.new, ...target }]
      : [{ flag: mappingChanges.edited, ...known(id), ...target }];
  });
}

const isSame = (one: MappingDraft | undefined, other: MappingDraft) =>
  one !== undefined && one.type === other.type && one.email === other.email;

/**
 * The person's entries on a list that somebody else has changed meanwhile, merged into the stored list. Untouched rows
 * become as stored. Edited rows stay, also if the stored one is gone, and show how the stored one differs.
 */
export function onTopOf(
  base: readonly QueryMapping[],
  stored: readonly QueryMapping[],
  drafts: readonly MappingDraft[],
): MappingDraft[] {
  const before = new Map(draftsOf(base).map((row) => [row.key, row]));
  const now = new Map(draftsOf(stored).flatMap((row) => (row.id === null ? [] : [[row.key, row]])));
  const kept = drafts.flatMap((draft): MappingDraft[] => {
    if (draft.id === null) return [draft];
    const { theirs: _, ...mine } = draft;
    const old = before.get(draft.key);
    const row = now.get(draft.key);
    if (isSame(old, draft)) return row ? [row] : [];
    if (row === undefined) return [{ ...mine, key: newKey(), id: null }];
    return [isSame(old, row) ? mine : { ...mine, theirs: row }];
  });
  const shown = new Set(drafts.map(({ key }) => key));
  // What somebody added, and what was taken off here while somebody changed it.
  const more = [...now.values()].filter((row) => !shown.has(row.key) && !isSame(before.get(row.key), row));
  return [...kept, ...more];
}
