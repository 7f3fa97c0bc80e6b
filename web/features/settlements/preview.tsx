import { settlements } from '@gurukul/contract/settlements';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { NativeSelect, Title } from '@mantine/core';
import { useAction } from '#web/calls/use-action.ts';
import { otherSheets, type TableFile } from '#web/lib/files/table.ts';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { tellDone } from '../audit/tell-done.ts';
import { ImportDates } from '../imports/dates.tsx';
import { Figures } from '../imports/figures.tsx';
import { ImportCheck } from '../imports/import-check.tsx';
import { NotTaken } from '../imports/not-taken.tsx';
import { Lines } from './lines.tsx';
import { Payouts } from './payouts.tsx';

export type SettlementQuestion = CallInput<typeof settlements.settlement_preview>;

const t = settlementsTexts.preview;

interface SettlementCheckProps {
  file: TableFile;
  /** With the answers that were given before somebody came back here. */
  question: SettlementQuestion;
  onQuestion: (question: SettlementQuestion) => void;
  onColumns: () => void;
  onDone: () => void;
  onOther: () => void;
}

/** What explains the payouts of the file. */
export function SettlementCheck({ file, question, onQuestion, onDone, ...ways }: SettlementCheckProps) {
  const saving = useAction(settlements.save_settlement);
  return (
    <ImportCheck
      call={settlements.settlement_preview}
      question={() => question}
      onSay={onQuestion}
      save={(input, digest) => saving.run({ ...input, digest })}
      isSaving={saving.isPending}
      onSaved={(answer, { service }) => {
        const { saved } = answer.data;
        const text = service === 'bank' ? t.savedStatement : t.saved({ count: saved });
        tellDone(answer, text, { kind: 'imported', what: t.what({ file: file.file_name }) });
        onDone();
      }}
      checkingText={t.checking({ count: question.rows.length })}
      {...ways}
    >
      {({ input, preview, isBusy, check }) => {
        const { service, payouts, lines, totals, dates, unit } = preview;
        const fresh = payouts.filter(({ state }) => state === 'new').length;
        const choices = new Map(input.choices?.map(({ row, payment_id }) => [row, payment_id]));
        const choose = (row: number, paymentId: string) => {
          const next = new Map(choices);
          if (paymentId === '') next.delete(row);
          else next.set(row, paymentId);
          check({ choices: Array.from(next, ([at, payment_id]) => ({ row: at, payment_id })) });
        };
        return {
          title: t.title({ file: file.file_name }),
          kind: settlementsTexts.services[service],
          reason: fresh > 0 ? null : t.nothingToSave,
          saveLabel: service === 'bank' ? t.saveStatement : t.save({ count: fresh }),
          about: (
            <>
              <Figures
                figures={(['explained', 'open', 'unreadable'] as const).map((id) => ({
                  id,
                  label: t.figures[id],
                  hint: t.hints[id],
                  value: totals[id],
                }))}
              />
              <NotTaken
                sheets={otherSheets(file)}
                rows={file.leftOut}
                lines={preview.not_taken.map(({ row, text }) => `${row} ${text}`.trim())}
              />
              {service === 'razorpay' ? (
                <NativeSelect
                  maw="20rem"
                  mt="md"
                  label={t.unit}
                  data={(['major', 'minor'] as const).map((each) => ({ value: each, label: t.units[each] }))}
                  value={unit}
                  onChange={({ currentTarget: { value } }) =>
                    check({ unit: value === 'minor' ? 'minor' : 'major' })
                  }
                />
              ) : null}
              <ImportDates dates={dates} onOrder={(order) => check({ date_order: order })} />
            </>
          ),
          rows: (
            <>
              <Title order={4} mb="xs">
                {t.payouts}
              </Title>
              <Payouts payouts={payouts} />
              <Title order={4} mt="lg" mb="xs">
                {t.lines}
              </Title>
              <Lines lines={lines} choices={choices} isBusy={isBusy} onChoose={choose} />
            </>
          ),
        };
      }}
    </ImportCheck>
  );
}
