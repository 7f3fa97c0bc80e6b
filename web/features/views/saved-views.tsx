import type { ViewRow } from '@gurukul/contract/views';
import { viewNameMax, views } from '@gurukul/contract/views';
import { Button, CloseButton, Radio, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { parseSearch, stringifySearch } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import { texts } from '#web/texts/texts.ts';
import { viewsTexts } from '#web/texts/views.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AppLink } from '#web/ui/link.tsx';
import type { SavedViewsProps } from '#web/ui/table/saved-views-place.ts';
import type { Address } from '#web/paths.ts';
import { tellDone } from '../audit/tell-done.ts';
import { removeFromDevice, saveOnDevice } from './on-device.ts';
import classes from './saved-views.module.css';

const t = viewsTexts;

const places = ['device', 'person', 'office'] as const;
type Place = (typeof places)[number];

interface ViewLineProps {
  name: string;
  href: Address;
  isCurrent: boolean;
  /** Who has it, and what is wrong with it. */
  remarks: readonly string[];
  /** Absent for a view that only others may delete. */
  onRemove?: (() => void) | undefined;
}

const ViewLine = ({ name, href, isCurrent, remarks, onRemove }: ViewLineProps) => (
  <li>
    <div className={classes.line}>
      <AppLink href={href} data-current={isCurrent || undefined} className={classes.view}>
        <IconCheck aria-hidden size={16} className={classes.mark} />
        {name}
        {isCurrent ? <VisuallyHidden>{`, ${t.current}`}</VisuallyHidden> : null}
      </AppLink>
      {remarks.map((remark) => (
        <p key={remark} className={classes.remark}>
          {remark}
        </p>
      ))}
    </div>
    {onRemove ? <CloseButton aria-label={t.remove({ name })} onClick={onRemove} /> : null}
  </li>
);

const remarksOn = ({ for_office, author, gone }: ViewRow) => [
  for_office ? t.ofOffice({ author }) : t.places.person,
  ...gone.map((thing) => t.gone[thing]),
];

/** The views of one list that were given a name: on this device, of the person, and of the office. */
export function SavedViews({ label, table }: SavedViewsProps) {
  const { list, seen, ofDevice } = table;
  const known = useQuery(query(views.list_views, { list }));
  const save = useAction(views.save_view);
  const remove = useAction(views.delete_view);
  const [name, setName] = useState('');
  const [place, setPlace] = useState<Place>('device');
  const [fault, setFault] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const stored = known.data?.data ?? [];

  const refuse = (why: string) => {
    setFault(why);
    box.current?.focus();
  };
  const saved = () => {
    setName('');
    setFault('');
  };

  const saveHere = (wanted: string) => {
    const why = saveOnDevice(ofDevice, wanted);
    return why === '' ? saved() : refuse(why);
  };
  const saveThere = async (wanted: string, for_office: boolean) => {
    const address = stringifySearch(seen).slice(1);
    try {
      const answer = await save.run({ list, name: wanted, address, for_office });
      saved();
      const text = for_office ? t.savedForOffice({ name: wanted }) : t.savedForPerson({ name: wanted });
      tellDone(answer, text, { kind: 'changed', what: wanted });
    } catch (error) {
      refuse(messageOf(error));
    }
  };
  const press = () => {
    const wanted = name.trim();
    if (wanted === '') return refuse(t.nameNeeded);
    if (save.isPending) return undefined;
    return place === 'device' ? saveHere(wanted) : void saveThere(wanted, place === 'office');
  };

  const removeHere = (gone: string) => {
    removeFromDevice(ofDevice, gone, label);
    // Its button goes with it.
    box.current?.focus();
  };
  const removeThere = async ({ view_id, name: gone }: ViewRow) => {
    try {
      const answer = await remove.run({ view_id });
      box.current?.focus();
      tellDone(answer, t.removed({ name: gone }), { kind: 'removed', what: gone });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  return (
    <section aria-label={t.saved}>
      <p className={classes.heading}>{t.saved}</p>
      {ofDevice.names.length + stored.length === 0 ? (
        <p className={classes.none}>{known.isPending ? texts.ui.loading : t.none}</p>
      ) : null}
      {known.isError && !known.data ? (
        <p role="alert" className={classes.none}>
          {t.failed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void known.refetch()}>
            {texts.ui.retry}
          </Button>
        </p>
      ) : null}
      <ul className={classes.views}>
        {stored.map((view) => (
          <ViewLine
            key={view.view_id}
            name={view.name}
            {...table.linkTo(parseSearch(view.address))}
            remarks={remarksOn(view)}
            onRemove={view.can.change ? () => void removeThere(view) : undefined}
          />
        ))}
        {ofDevice.names.map(({ name: ofThis, href, isCurrent }) => (
          <ViewLine
            key={ofThis}
            name={ofThis}
            href={href}
            isCurrent={isCurrent}
            remarks={[t.places.device]}
            onRemove={() => removeHere(ofThis)}
          />
        ))}
      </ul>
      <div className={classes.save}>
        <TextInput
          ref={box}
          label={t.name}
          value={name}
          maxLength={viewNameMax}
          error={fault}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault('');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The table may stand in a form.
            event.preventDefault();
            press();
          }}
        />
        <Radio.Group
          aria-label={t.place}
          value={place}
          onChange={(next) => setPlace(places.find((each) => each === next) ?? 'device')}
        >
          <div className={classes.places}>
            {places.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t.places[each]}
                disabled={each === 'office' && session.isInSecondRole}
                description={
                  each === 'office' && session.isInSecondRole ? texts.errors.mainRoleOnly : undefined
                }
              />
            ))}
          </div>
        </Radio.Group>
        <Button variant="default" aria-disabled={save.isPending} onClick={press}>
          {t.save}
        </Button>
      </div>
    </section>
  );
}
