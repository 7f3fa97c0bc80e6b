import { placing, type PlacingPreview } from '@gurukul/contract/placing';
import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useChecked } from '#web/calls/use-checked.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { firstNames } from '#web/lib/first-names.ts';
import { formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { placingTexts } from '#web/texts/placing.ts';
import { CheckedDialog } from '#web/ui/feedback/checked-dialog.tsx';

const t = placingTexts;

const Preview = ({ placed, stays }: PlacingPreview) => (
  <output>
    <Text fw={600}>{placed === 0 ? t.nobody : t.places({ count: placed })}</Text>
    <ul>
      {stays.map((stay) => (
        <li key={stay.reason}>
          {t.stay({
            count: formatNumber(stay.count),
            why: t.stays[stay.reason],
            names: firstNames(stay) || 'none',
          })}
        </li>
      ))}
    </ul>
  </output>
);

export interface PlacedRow {
  readonly enrolment_id: number;
  readonly fullname: string;
  readonly class_id: number;
  readonly by_hand: boolean;
}

interface PlaceDialogProps {
  /** None: it is closed. */
  rows: readonly PlacedRow[];
  onClose: () => void;
  onPlaced: () => void;
}

/** Shows what placing these people does, and does exactly that. */
export function PlaceDialog({ rows, onClose, onPlaced }: PlaceDialogProps) {
  const [isMailed, setMailed] = useState(true);
  const [isCharged, setCharged] = useState(true);
  const action = useAction(placing.place);
  const placings = rows.map(({ fullname: _name, ...placed }) => placed);
  const isOpen = placings.length > 0;
  const check = useChecked(query(placing.preview_place, { placings }), isOpen);
  const count = check.plan?.placed ?? placings.length;
  const title = rows.length === 1 ? t.placeOne({ name: rows[0]!.fullname }) : t.placeChosen({ count });

  const save = () =>
    check.carryOut(async ({ digest, families, to_charge }) => {
      const answer = await action.run({
        placings,
        digest,
        send_mail: isMailed && families > 0,
        charge: isCharged && to_charge > 0,
      });
      const { placed } = answer.data;
      tellDone(answer, t.placed({ count: placed }), {
        kind: 'moved',
        what: rows.length === 1 ? rows[0]!.fullname : t.placed({ count: placed }),
      });
      onPlaced();
    });

  return (
    <CheckedDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      check={check}
      checkingLabel={t.checking}
      submitLabel={title}
      isReady={(check.plan?.placed ?? 0) > 0}
      isPending={action.isPending}
      onSubmit={save}
    >
      {(plan) => (
        <>
          <Preview {...plan} />
          {plan.to_charge > 0 ? (
            <Checkbox
              mb="xs"
              label={t.charge({
                amount: plan.sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + '),
                count: plan.to_charge,
              })}
              checked={isCharged}
              onChange={({ currentTarget }) => setCharged(currentTarget.checked)}
            />
          ) : null}
          {plan.families > 0 ? (
            <Checkbox
              label={t.mail}
              checked={isMailed}
              onChange={({ currentTarget }) => setMailed(currentTarget.checked)}
            />
          ) : null}
        </>
      )}
    </CheckedDialog>
  );
}
