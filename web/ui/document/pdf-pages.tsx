import { ActionIcon } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState, type ReactNode } from 'react';
import { pdfTexts } from '#web/texts/pdf.ts';
import { openPdf } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';
import classes from './pdf-pages.module.css';
import { LoadingState } from '../feedback/states.tsx';

const t = pdfTexts;

/** More would be a book, and is better read elsewhere. */
const mostPages = 30;

/** Widths of a page, as parts of the width there is. */
const zooms = [1, 1.5, 2, 3] as const;

export interface PdfPagesProps {
  bytes: ArrayBuffer;
  /** Stands there instead when the file cannot be drawn. */
  unreadable: ReactNode;
}

function useDocument(bytes: ArrayBuffer): PDFDocumentProxy | 'unreadable' | null {
  const [opened, setOpened] = useState<PDFDocumentProxy | 'unreadable' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const pdf = openPdf(bytes);
    pdf.document.then(
      (read) => isCurrent && setOpened(read),
      () => isCurrent && setOpened('unreadable'),
    );
    return () => {
      isCurrent = false;
      setOpened(null);
      pdf.close();
    };
  }, [bytes]);
  return opened;
}

export function PdfPages({ bytes, unreadable }: PdfPagesProps) {
  const opened = useDocument(bytes);
  const [step, setStep] = useState(0);
  if (opened === null) return <LoadingState />;
  if (opened === 'unreadable') return unreadable;

  const count = opened.numPages;
  const shown = Math.min(count, mostPages);
  const numbers = Array.from({ length: shown }, (_, index) => index + 1);
  return (
    <>
      <div className={classes.tools}>
        <output className={classes.count}>
          {shown < count ? t.firstPages({ count }) : t.pages({ count })}
        </output>
        <fieldset aria-label={t.zoom} className={classes.zoom}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t.zoomOut}
            aria-disabled={step === 0}
            data-disabled={step === 0 || undefined}
            onClick={() => setStep(Math.max(0, step - 1))}
          >
            <IconZoomOut aria-hidden size={18} />
          </ActionIcon>
          <output>{`${zooms[step]! * 100} %`}</output>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t.zoomIn}
            aria-disabled={step === zooms.length - 1}
            data-disabled={step === zooms.length - 1 || undefined}
            onClick={() => setStep(Math.min(zooms.length - 1, step + 1))}
          >
            <IconZoomIn aria-hidden size={18} />
          </ActionIcon>
        </fieldset>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={classes.frame} aria-label={t.view} tabIndex={0}>
        {numbers.map((number) => (
          <PdfPage key={number} document={opened} number={number} zoom={zooms[step]!} />
        ))}
      </section>
    </>
  );
}
