import { cover, type CoverAnswer, type CoverOffer } from '@gurukul/contract/cover';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, useId, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError, refusalOf } from '#web/calls/errors.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { paths } from '#web/paths.ts';
import { coverTexts } from '#web/texts/cover.ts';
import { texts } from '#web/texts/texts.ts';
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Fault, Notice } from '#web/ui/feedback/notice.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { AccountCard, OtherWay } from '../accounts/sign-in/account-card.tsx';
import { spansOf } from './clocks.ts';
import classes from './offers.module.css';

const t = coverTexts;

/** The offer as it is after an answer. */
function answered(offer: CoverOffer, answer: CoverAnswer): CoverOffer {
  if (answer === 'busy') return offer;
  if (answer === 'declined') return { ...offer, has_declined: true };
  return answer === 'yours' ? { ...offer, state: 'taken', is_own: true } : { ...offer, state: answer };
}

/** What is left to say; '' while the offer waits for an answer. */
function statusOf({ state, is_own, has_declined }: CoverOffer): string {
  if (state === 'open') return has_declined ? t.offers.declined : '';
  return state === 'taken' && is_own ? t.offers.yours : t.answers[state];
}

function factsOf(offer: CoverOffer, timezone: string): readonly Fact[] {
  const [own, ofClass] = spansOf(offer, timezone);
  return [
    [t.offers.yourTime, own],
    ...(ofClass ? ([[t.offers.classTime, ofClass]] as const) : []),
    ...(offer.topic ? ([[t.offers.topic, offer.topic]] as const) : []),
    ...(offer.reason ? ([[t.offers.reason, offer.reason]] as const) : []),
  ];
}

interface OfferProps {
  secret: string;
  timezone: string;
  offer: CoverOffer;
}

/** One meeting. Only a press answers: programs that open the links of mails change nothing. */
function Offer({ secret, timezone, offer }: OfferProps) {
  const attempt = useAttempt(cover.answer_cover);
  const [fault, setFault] = useState('');
  const id = useId();
  const name = t.ofClass({ name: offer.class_name, course: offer.course_name });
  const status = statusOf(offer);

  const answer = async (accept: boolean) => {
    if (attempt.isPending) return;
    setFault('');
    try {
      const said = await attempt.run({ secret, cover_id: offer.cover_id, accept });
      if (said.data.answer === 'busy') return setFault(t.answers.busy);
      const { queryKey } = query(cover.read_offers, { secret });
      queryClient.setQueryData(
        queryKey,
        (known) =>
          known && {
            ...known,
            data: {
              ...known.data,
              offers: known.data.offers.map((one) =>
                one.cover_id === offer.cover_id ? answered(one, said.data.answer) : one,
              ),
            },
          },
      );
    } catch (error) {
      setFault(refusalOf(error));
    }
  };

  return (
    <section className={classes.offer} aria-labelledby={id}>
      <h2 id={id} className={classes.name}>
        {name}
      </h2>
      <DescriptionList facts={factsOf(offer, timezone)} />
      <output>{status ? <Notice>{status}</Notice> : null}</output>
      {fault ? <Fault>{fault}</Fault> : null}
      {offer.state === 'open' ? (
        <div className={classes.buttons}>
          <PlainButton
            isWide
            aria-label={t.acceptOf({ what: name })}
            aria-busy={attempt.isPending}
            onClick={() => void answer(true)}
          >
            {attempt.isPending ? t.offers.busy : t.accept}
          </PlainButton>
          {offer.has_declined ? null : (
            <PlainButton
              isWide
              variant="default"
              aria-label={t.declineOf({ what: name })}
              aria-busy={attempt.isPending}
              onClick={() => void answer(false)}
            >
              {t.decline}
            </PlainButton>
          )}
        </div>
      ) : null}
    </section>
  );
}

/** The link leads to nothing, now or ever; a busy server is another matter. */
const isOver = (error: Error) => error instanceof ApiError && !error.isPassing && error.status !== 429;

const ClassesAgain = lazy(async () => ({
  default: (await import('./classes-again.tsx')).ClassesAgain,
}));

/** /cover/…, from a mail: what a teacher is asked about. Also for people who are signed in. */
export function OffersPage() {
  const { secret = '' }: { secret?: string } = useParams({ strict: false });
  return secret.startsWith('t_') ? <ClassesAgain secret={secret} /> : <Offers secret={secret} />;
}

/** The meetings that somebody is asked to take. */
function Offers({ secret }: { secret: string }) {
  const list = useQuery(query(cover.read_offers, { secret }), queryClient);
  const found = list.data?.data;
  const lead =
    found && found.offers.length > 0 ? t.offers.lead({ name: found.fullname, by: found.asked_by }) : null;
  return (
    <AccountCard title={t.offers.title} lead={lead}>
      {list.isLoading ? <LoadingState label={t.offers.loading} /> : null}
      {found?.offers.map((offer) => (
        <Offer key={offer.cover_id} secret={secret} timezone={found.timezone} offer={offer} />
      ))}
      {found?.offers.length === 0 || (!found && list.error && isOver(list.error)) ? (
        <Notice>{t.offers.over}</Notice>
      ) : null}
      {!found && list.error && !isOver(list.error) ? (
        <Fault>
          <p>{t.offers.failed}</p>
          <PlainButton variant="default" onClick={() => void list.refetch()}>
            {texts.ui.retry}
          </PlainButton>
        </Fault>
      ) : null}
      <OtherWay>
        <AppLink href={paths.cover}>{t.offers.toPortal}</AppLink>
      </OtherWay>
    </AccountCard>
  );
}
