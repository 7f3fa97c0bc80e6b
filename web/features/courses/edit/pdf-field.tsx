import { pdfBytes, pdfType } from '@gurukul/contract/files';
import { Alert, Button, FileButton, Group, Input, Progress, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { upload } from '#web/calls/upload.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { useEditing } from './store.ts';

const t = coursesTexts.edit;

interface Pdf {
  readonly pdf: string;
  readonly pdfName: string;
}

interface PdfFieldProps extends Pdf {
  onChange: (pdf: Pdf) => void;
}

const isPdf = (file: File) => file.type === pdfType || (!file.type && /\.pdf$/i.test(file.name));

/** The PDF of a topic. A failed upload keeps the old one. */
export function PdfField({ pdf, pdfName, onChange }: PdfFieldProps) {
  const id = useId();
  const { store } = useEditing();
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState('');

  const bring = async (file: File) => {
    setShare(0);
    store.busy(true);
    try {
      const location = await upload('topic_pdf', file, { onProgress: setShare });
      onChange({ pdf: location, pdfName: file.name });
    } catch {
      setFailure(texts.uploads.topicOrGlimpse);
    } finally {
      setShare(null);
      store.busy(false);
    }
  };

  const take = (file: File | null) => {
    if (!file || share !== null) return;
    const fault = isPdf(file) ? (file.size > pdfBytes ? t.pdfTooLarge : '') : t.onlyPdf;
    setFailure(fault);
    if (fault) toast.warning(fault);
    else void bring(file);
  };

  const percent = Math.round((share ?? 0) * 100);
  return (
    <Input.Wrapper label={t.pdf} labelElement="div" labelProps={{ id }}>
      <Group gap="xs">
        <FileButton accept={pdfType} onChange={take} inputProps={{ 'aria-labelledby': id }}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              aria-describedby={id}
              aria-disabled={share !== null}
              leftSection={<IconFileTypePdf aria-hidden size={18} />}
            >
              {pdf ? t.replacePdf : t.choosePdf}
            </Button>
          )}
        </FileButton>
        {pdf ? (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {pdfName}
            </Text>
            <Button variant="subtle" onClick={() => onChange({ pdf: '', pdfName: '' })}>
              {t.removePdf}
            </Button>
          </>
        ) : null}
      </Group>
      {share === null ? null : (
        <Progress mt="xs" value={percent} aria-label={texts.ui.uploading({ percent })} />
      )}
      {failure ? (
        <Alert mt="xs" color="red" variant="light" role="alert">
          {failure}
        </Alert>
      ) : null}
    </Input.Wrapper>
  );
}
