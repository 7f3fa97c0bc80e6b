import { mappingChanges, type enquiries, type QueryMapping } from '@gurukul/contract/enquiries';
import type { CallInput } from '@gurukul/contract/shared/call';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { newKey, rowChanges, type DraftRow } from '#web/lib/draft-rows.ts';

/** One row of the list as it is typed; `type` is '' for None. */
export interface MappingDraft extends DraftRow {
  readonly type: string;
  readonly email: string;
}

type Change = Extract<CallInput<typeof enquiries.submit>, readonly unknown[]>[number];

export const emptyMapping = (): MappingDraft => ({ key: newKey(), id: null, type: '', email: '' });

/** The rows that are stored; a list of none begins with one to fill in. */
export function draftsOf(stored: readonly QueryMapping[]): MappingDraft[] {
  const drafts = stored.map(({ course_type_mapp_id: id, course_type_id, email_id }) => ({
    key: String(id),
    id,
    type: course_type_id ? String(course_type_id) : '',
    email: email_id,
  }));
  return drafts.length > 0 ? drafts : [emptyMapping()];
}

const isBlank = ({ type, email }: MappingDraft) => type === '' && email.trim() === '';

/** Whose address is none. A row that nobody has begun is not asked. */
export const wrongEmails = (drafts: readonly MappingDraft[]): ReadonlySet<string> =>
  new Set(
    drafts.filter((draft) => !isBlank(draft) && !emailPattern.test(draft.email.trim())).map(({ key }) => key),
  );

/** New, edited and deleted rows; one without a type is not sent, whatever else was done to it. */
export function changesOf(stored: readonly QueryMapping[], drafts: readonly MappingDraft[]): Change[] {
  const before = draftsOf(stored).filter(({ id }) => id !== null);
  return rowChanges(before, drafts).flatMap(({ row, state }): Change[] => {
    const { id, type } = row;
    const email_id = row.email.trim();
    if (state === 'REMOVE') {
      return id === null ? [] : [{ flag: mappingChanges.deleted, course_type_mapp_id: id }];
    }
    if (type === '') return [];
    const target = { course_type_id: Number(type), email_id };
    return id === null
      ? [{ flag: mappingChanges.new, ...target }]
      : [{ flag: mappingChanges.edited, course_type_mapp_id: id, ...target }];
  });
}

/** Rows whose mapping is gone meanwhile stay as they were typed, as new ones. */
export function onTopOf(stored: readonly QueryMapping[], drafts: readonly MappingDraft[]): MappingDraft[] {
  const known = new Set(stored.map(({ course_type_mapp_id }) => course_type_mapp_id));
  return drafts.map((draft) =>
    draft.id === null || known.has(draft.id) ? draft : { ...draft, key: newKey(), id: null },
  );
}
