import { certificates } from '@gurukul/contract/certificates';
import { certificateLayouts, longestSignatory, type ProviderSettings } from '@gurukul/contract/provider';
import { finishedLanguages } from '@gurukul/contract/shared/words/languages';
import { Button, Select, Stack, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { download } from '#web/calls/download.ts';
import { messageOf } from '#web/calls/errors.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { language } from '#web/texts/language.ts';
import { PdfView } from '#web/ui/document/pdf-view.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { UploadField } from '#web/ui/form/upload-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { providerTexts } from '#web/texts/provider.ts';

const t = certificatesTexts.settings;

/** A certificate as it would look, with the layout and the words of the form. */
function CertificatePreview({ values }: { values: ProviderSettings }) {
  const [pdf, setPdf] = useState<ArrayBuffer | null>(null);
  const [isPending, setPending] = useState(false);
  const show = async () => {
    if (isPending) return;
    setPending(true);
    const { certificate_layout, signatory } = values;
    const written = finishedLanguages.find((one) => one === language) ?? 'en';
    try {
      const file = await download(
        certificates.preview,
        { certificate_layout, signatory, language: written },
        () => undefined,
      );
      setPdf(await file.bytes.arrayBuffer());
    } catch (error) {
      toast.error(messageOf(error, t.previewFailed));
    } finally {
      setPending(false);
    }
  };
  return (
    <div>
      <Button variant="default" aria-busy={isPending} onClick={() => void show()}>
        {isPending ? t.previewing : t.preview}
      </Button>
      <Text size="sm" c="dimmed">
        {t.previewHint}
      </Text>
      <Dialog opened={pdf !== null} onClose={() => setPdf(null)} title={t.previewTitle} size="60rem">
        {pdf === null ? null : <PdfView bytes={pdf} unreadable={<Notice>{t.previewFailed}</Notice>} />}
      </Dialog>
    </div>
  );
}

interface CertificateFieldsProps {
  form: UseFormReturnType<ProviderSettings>;
  /** Brings the picture of the signature to its place. */
  upload: (file: File, onProgress: (share: number) => void) => Promise<string>;
}

/** How new certificates look, and who signs them. */
export function CertificateFields({ form, upload }: CertificateFieldsProps) {
  const { signature } = form.values;
  return (
    <Panel title={t.title} anchor="certificates">
      <Stack>
        <FieldRow>
          <Select
            {...form.getInputProps('certificate_layout')}
            label={t.layout}
            data={certificateLayouts.map((value) => ({ value, label: t.layouts[value] }))}
            allowDeselect={false}
          />
          <Textarea
            {...form.getInputProps('signatory')}
            label={t.signatory}
            description={t.signatoryHint}
            maxLength={longestSignatory}
            autosize
            minRows={2}
          />
        </FieldRow>
        <div>
          <UploadField
            label={t.signature}
            value={signature}
            onChange={(location) => form.setFieldValue('signature', location)}
            fallback=""
            upload={upload}
            failureText={providerTexts.logoFailed}
            isWhole
          />
          <Text size="sm" c="dimmed">
            {t.signatureHint}
          </Text>
          {signature ? (
            <Button mt="xs" variant="default" onClick={() => form.setFieldValue('signature', '')}>
              {t.noSignature}
            </Button>
          ) : null}
        </div>
        <CertificatePreview values={form.values} />
      </Stack>
    </Panel>
  );
}
