import { settlements, type SettlementPreview } from '@gurukul/contract/settlements';
import type { CallInput } from '@gurukul/contract/shared/call';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '#web/calls/client.ts';

export type SettlementQuestion = CallInput<typeof settlements.settlement_preview>;

/** What a person said about the file beyond what stands in it. */
export type SettlementAnswers = Pick<SettlementQuestion, 'unit' | 'date_order' | 'choices'>;

interface Seen {
  readonly preview: SettlementPreview;
  /** It is otherwise than the person saw it. */
  readonly isOther: boolean;
}

/** What explains the file: asked once when the rows arrive, and again when the person has said more. */
export function useSettlementPreview(question: SettlementQuestion) {
  const [seen, setSeen] = useState<Seen | null>(null);
  const [answers, setAnswers] = useState<SettlementAnswers>({});
  const { mutate, ...asking } = useMutation({
    mutationFn: (said: SettlementAnswers) => send(settlements.settlement_preview, { ...question, ...said }),
    onSuccess: ({ data }) => setSeen({ preview: data, isOther: false }),
  });
  useEffect(() => mutate({}), [mutate]);
  return {
    seen,
    answers,
    isPending: asking.isPending,
    error: asking.error,
    check: (said: SettlementAnswers) => {
      const next = { ...answers, ...said };
      setAnswers(next);
      mutate(next);
    },
    replace: (preview: SettlementPreview) => setSeen({ preview, isOther: true }),
  };
}
