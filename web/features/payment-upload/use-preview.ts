import { paymentUpload, type SheetRow } from '@gurukul/contract/payment-upload';
import type { DateOrder } from '@gurukul/contract/shared/written/date';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '#web/calls/client.ts';
import { resolutionsOf, rowsChanged, type Decisions, type Seen } from './choices.ts';

/** What is asked about; the rows stay the same while the person decides. */
export interface UploadQuestion {
  readonly file_name: string;
  readonly rows: readonly SheetRow[];
  readonly course_id: number | undefined;
}

/** How the whole file is read. */
export interface Reading {
  readonly order: DateOrder | undefined;
  /** Of rows that name none; '' as the prices of their courses say. */
  readonly currency: string;
}

export const sheetOf = (
  { file_name, rows, course_id }: UploadQuestion,
  decisions: Decisions,
  { order, currency }: Reading,
) => ({
  file_name,
  rows: [...rows],
  resolutions: resolutionsOf(decisions),
  ...(course_id === undefined ? {} : { course_id }),
  ...(order ? { date_order: order } : {}),
  ...(currency === '' ? {} : { currency }),
});

const none: ReadonlySet<number> = new Set();

/** What the upload would do: asked once when the rows arrive, and again when the person has said more. */
export function useUploadPreview(
  question: UploadQuestion,
  firstDecisions: Decisions,
  firstReading: Reading,
  onReading: (reading: Reading) => void,
) {
  const [seen, setSeen] = useState<Seen | null>(null);
  const [reading, setReading] = useState(firstReading);
  const { mutate, ...asking } = useMutation({
    mutationFn: ({ decisions, as }: { decisions: Decisions; as: Reading }) =>
      send(paymentUpload.payments_preview, sheetOf(question, decisions, as)),
    onSuccess: ({ data }, { decisions }) =>
      setSeen({ preview: data, decisions, isOther: false, changed: none }),
  });
  const [first] = useState({ decisions: firstDecisions, as: reading });
  useEffect(() => mutate(first), [mutate, first]);

  return {
    seen,
    reading,
    isPending: asking.isPending,
    error: asking.error,
    check: (decisions: Decisions, change: Partial<Reading> = {}) => {
      const as = { ...reading, ...change };
      setReading(as);
      onReading(as);
      mutate({ decisions, as });
    },
    /** The server found it otherwise than it was seen. */
    replace: (preview: Seen['preview'], decisions: Decisions) =>
      setSeen({
        preview,
        decisions,
        isOther: true,
        changed: seen ? rowsChanged(seen.preview.rows, preview.rows) : none,
      }),
  };
}
