import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { students, type ProposedClock } from '@gurukul/contract/students';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { timeThere, type PersonFacts } from '#web/features/people/person-form.tsx';
import { aboutPersonTexts } from '#web/texts/about-person.ts';

type ClockInput = CallInput<typeof students.propose_clock>;

/** In milliseconds. Nobody waits for the answer, so a request comes once per word rather than per letter. */
const pauseMs = 400;

const { proposed } = aboutPersonTexts;

/** Which clock counts where no zone is chosen, with its present time, and what says so. */
export function zoneHintOf({ clock: { zone, by } }: ProposedClock, now: number): string {
  // `own` does not come: the server proposes for an empty field.
  return proposed[by === 'own' ? 'provider' : by]({ clock: timeThere(zone, now) });
}

/** What of a form proposes a clock. */
export const placeOf = (values: PersonFacts & { readonly phone_number: string }) => ({
  phone_number: values.phone_number,
  address: values.address,
  address2: values.address2,
  city: values.city,
  state: values.state,
  country: values.country,
  region: values.region,
});

/**
 * The clock and the language that the server proposes for what is typed, once typing pauses. Undefined until the first
 * answer, and where the server gives none. Each answer belongs to its question, so a late one never replaces a newer.
 */
export function useProposedClock(asked: ClockInput, isNeeded: boolean): ProposedClock | undefined {
  const text = JSON.stringify(asked);
  const [settled] = useDebouncedValue(text, pauseMs);
  const input: ClockInput = JSON.parse(settled);
  const { data } = useQuery({
    ...query(students.propose_clock, input),
    enabled: isNeeded,
    placeholderData: keepPreviousData,
    // A form is saved without it.
    retry: false,
    refetchOnWindowFocus: false,
  });
  return isNeeded ? data?.data : undefined;
}
