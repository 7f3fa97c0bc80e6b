import { actionOf } from '@gurukul/contract/call-actions';
import type { SecurityEntryRow } from '@gurukul/contract/security';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';
import { accessTexts } from '#web/texts/access.ts';
import { actionTexts } from '#web/texts/actions.ts';
import { privacyTexts } from '#web/texts/privacy.ts';
import { securityTexts } from '#web/texts/security.ts';
import { texts } from '#web/texts/texts.ts';

type Words = Readonly<Record<string, string>>;

const { values } = securityTexts;
// The nightly sweep names each kind of data with how many it removed.
const names: Words = { ...securityTexts.facts, ...privacyTexts.retention.kinds };
const order = new Map(Object.keys(names).map((name, place) => [name, place]));
const placeOf = (name: string) => order.get(name) ?? order.size;

const areas: Readonly<Record<string, { readonly name: string }>> = actionTexts.areas;
const areaOf = (call: string) => areas[actionOf[call]?.split('.')[0] ?? '']?.name;

const known: Readonly<Record<string, Words>> = { ...values, alarm: accessTexts.alarms.kinds };

const wordOf = (words: Words, value: string) => (Object.hasOwn(words, value) ? words[value] : undefined);

/** A value in the reader's words; as the log has it where there are none. A call stays, beside its area of Role Reach. */
function valueOf(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? texts.ui.yes : texts.ui.no;
  if (typeof value === 'number') return String(value);
  if (name === 'role' && isPortalRole(value)) return texts.shell.roleLabels[value];
  if (name === 'call') {
    const area = areaOf(value);
    return area === undefined ? value : `${area} (${value})`;
  }
  return wordOf(known[name] ?? {}, value) ?? value;
}

/** What an entry of the security log says besides who, when and about whom. */
export const factsOf = ({ facts }: Pick<SecurityEntryRow, 'facts'>): string =>
  Object.entries(facts)
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .flatMap(([name, value]) =>
      value === null || value === '' ? [] : [`${wordOf(names, name) ?? name}: ${valueOf(name, value)}`],
    )
    .join(' · ');
