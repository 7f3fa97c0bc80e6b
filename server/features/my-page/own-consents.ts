import { consentPurposes } from '@gurukul/contract/privacy';
import type { ConsentPurpose } from '@gurukul/contract/privacy';
import type { Db } from '#server/db/pool.ts';
import { presentTerms } from '#server/db/terms.ts';
import type { Terms } from '#server/db/terms.ts';
import { childrenOf, listSaid } from '../consents/consents.ts';

/** The word of a family about one purpose, for one student. */
export interface OwnConsent {
  readonly student_id: number;
  readonly purpose: ConsentPurpose;
  /** Null: there is no text any more. */
  readonly terms: Terms | null;
  readonly last: Awaited<ReturnType<typeof listSaid>>[number] | null;
}

/** Nothing was said about the present version. A no is about all versions. */
export const isAsked = ({ terms, last }: OwnConsent): boolean =>
  terms !== null && (last === null || (last.agreed && last.terms_id !== terms.terms_id));

/** What is asked for now, and what somebody agreed to and can withdraw. A child's data are asked of children alone. */
export async function listOwnConsents(db: Db, students: readonly number[]): Promise<OwnConsent[]> {
  const terms = await presentTerms(db);
  const said = await listSaid(db, students);
  const children = await childrenOf(db, students);
  return students.flatMap((student_id) =>
    consentPurposes.flatMap((purpose): OwnConsent[] => {
      const last = said.find((one) => one.person_id === student_id && one.purpose === purpose) ?? null;
      const isOfThem = purpose !== 'child_data' || children.has(student_id);
      const asked = isOfThem ? (terms[purpose] ?? null) : null;
      // Without a text, pictures are among the settings.
      const isShown = asked !== null || (last !== null && last.agreed && last.terms_id !== null);
      return isShown ? [{ student_id, purpose, terms: asked, last }] : [];
    }),
  );
}
