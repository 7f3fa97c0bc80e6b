import { mergeFields, type DuplicatePerson, type MergeField } from '@gurukul/contract/duplicates';
import { formatDate } from '#web/lib/format/format.ts';

/** Not shown beside a pair: the name stands above, and these say little about who somebody is. */
const quiet = new Set<MergeField>(['name', 'image', 'timezone', 'description', 'site_ref']);

export const fieldText = ({ fields }: DuplicatePerson, field: MergeField): string =>
  field === 'dob' ? formatDate(fields.dob) || '' : fields[field];

/** The fields that say who somebody is. */
export const factsOf = (person: DuplicatePerson): readonly MergeField[] =>
  mergeFields.filter((field) => !quiet.has(field) && person.fields[field] !== '');

/** The fields to choose from: those that both have, and that differ. */
export const choicesOf = (one: DuplicatePerson, other: DuplicatePerson): readonly MergeField[] =>
  mergeFields.filter(
    (field) =>
      // A colleague goes on signing in with their address.
      (field !== 'email_id' || one.main_role === 'student' || one.main_role === other.main_role) &&
      one.fields[field] !== '' &&
      other.fields[field] !== '' &&
      one.fields[field] !== other.fields[field],
  );
