import {
  longestAddress,
  longestRegistration,
  longestWording,
  receiptTemplates,
  type ProviderSettings,
} from '@gurukul/contract/provider';
import { receipts } from '@gurukul/contract/receipts';
import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { download } from '#web/calls/download.ts';
import { messageOf } from '#web/calls/errors.ts';
import { language, locale } from '#web/texts/language.ts';
import { receiptsTexts } from '#web/texts/receipts.ts';
import { texts } from '#web/texts/texts.ts';
import { PdfView } from '#web/ui/document/pdf-view.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { currencyChoices } from './currency-choices.ts';

const t = receiptsTexts.settings;

const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName.format(new Date(Date.UTC(2024, index, 1))),
}));

const kinds = ['fee', 'donation'] as const;
const words = { fee: t.previewFee, donation: t.previewDonation } as const;

/** A receipt as it would look, with the settings of the form. */
function ReceiptPreview({ values }: { values: ProviderSettings }) {
  const [pdf, setPdf] = useState<ArrayBuffer | null>(null);
  const [pending, setPending] = useState('');
  const show = async (kind: (typeof kinds)[number]) => {
    if (pending) return;
    setPending(kind);
    const { address, registration, receipt_template, receipt_wording } = values;
    const settings = { address, registration, receipt_template, receipt_wording };
    try {
      const file = await download(receipts.preview_receipt, { ...settings, language, kind }, () => undefined);
      setPdf(await file.bytes.arrayBuffer());
    } catch (error) {
      toast.error(messageOf(error, t.previewFailed));
    } finally {
      setPending('');
    }
  };
  return (
    <Group gap="sm">
      {kinds.map((kind) => (
        <Button key={kind} variant="default" aria-busy={pending === kind} onClick={() => void show(kind)}>
          {pending === kind ? t.previewing : words[kind]}
        </Button>
      ))}
      <Dialog opened={pdf !== null} onClose={() => setPdf(null)} title={t.previewTitle} size="60rem">
        {pdf === null ? null : <PdfView bytes={pdf} unreadable={<Notice>{t.previewFailed}</Notice>} />}
      </Dialog>
    </Group>
  );
}

/** What receipts say besides the payment, and how they are numbered. */
export function ReceiptFields({ form }: { form: UseFormReturnType<ProviderSettings> }) {
  return (
    <Panel title={t.title} anchor="receipts">
      <Stack>
        <FieldRow>
          <Textarea
            {...form.getInputProps('address')}
            label={t.address}
            description={t.addressHint}
            maxLength={longestAddress}
            autosize
            minRows={3}
          />
          <Textarea
            {...form.getInputProps('registration')}
            label={t.registration}
            description={t.registrationHint}
            maxLength={longestRegistration}
            autosize
            minRows={3}
          />
        </FieldRow>
        <Select
          {...form.getInputProps('receipt_template')}
          label={t.template}
          data={receiptTemplates.map((value) => ({ value, label: t.templates[value] }))}
          allowDeselect={false}
        />
        <Textarea
          {...form.getInputProps('receipt_wording')}
          label={t.wording}
          maxLength={longestWording}
          autosize
          minRows={2}
        />
        <FieldRow>
          <Select
            label={t.yearStart}
            description={t.yearStartHint}
            data={months}
            value={String(form.values.receipt_year_start)}
            onChange={(month) => form.setFieldValue('receipt_year_start', Number(month ?? 4))}
            allowDeselect={false}
          />
          <Select
            label={t.currency}
            description={t.currencyHint}
            data={currencyChoices}
            value={form.values.reporting_currency ?? ''}
            onChange={(code) => form.setFieldValue('reporting_currency', code || null)}
            nothingFoundMessage={texts.ui.nothingFound}
            searchable
            allowDeselect={false}
          />
        </FieldRow>
        <ReceiptPreview values={form.values} />
      </Stack>
    </Panel>
  );
}
