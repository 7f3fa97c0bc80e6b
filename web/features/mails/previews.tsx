import type { MailKind } from '@gurukul/contract/mails';
import { NativeSelect } from '@mantine/core';
import { useEventOptions } from '#web/features/events/event-options.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { Panel } from '#web/ui/panel.tsx';
import { isAboutEvents, kindsInSight } from './mail-kinds.ts';
import { MailPreview } from '../mail-preview/mail-preview.tsx';
import classes from './mails.module.css';

const t = mailsTexts.preview;

interface ShownWithProps {
  eventId: number | null;
  onChange: (eventId: string) => void;
}

function ShownWith({ eventId, onChange }: ShownWithProps) {
  const { options, onNear } = useEventOptions(eventId, { all: t.sample, unknown: mailsTexts.unknownEvent });
  return (
    <NativeSelect
      label={t.with}
      data={options}
      onPointerEnter={onNear}
      onFocus={onNear}
      value={eventId === null ? '' : String(eventId)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Every mail that the portal sends, to read before anybody gets it. */
export function MailPreviews() {
  const [search, change] = useSearchState();
  const kinds = kindsInSight();
  const kind: MailKind = kinds.find((known) => known === search['mail']) ?? kinds[0]!;
  const withEvent = isAboutEvents(kind);
  const eventId = withEvent ? idIn(search['event']) : null;
  return (
    <div className={classes.previews}>
      <ul className={classes.kinds} aria-label={t.list}>
        {kinds.map((each) => (
          <li key={each}>
            <button
              type="button"
              className={classes.kind}
              aria-current={each === kind || undefined}
              onClick={() => change({ mail: each })}
            >
              <strong>{mailsTexts.kinds[each]}</strong>
              <span>{mailsTexts.kindHints[each]}</span>
            </button>
          </li>
        ))}
      </ul>
      <Panel title={mailsTexts.kinds[kind]}>
        {withEvent ? <ShownWith eventId={eventId} onChange={(event) => change({ event })} /> : null}
        <MailPreview key={kind} kind={kind} eventId={eventId} withText />
      </Panel>
    </div>
  );
}
