import { Text, VisuallyHidden } from '@mantine/core';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { pdfTexts } from '#web/texts/pdf.ts';
import classes from './pdf-pages.module.css';

const t = pdfTexts;

/** Beyond this many dots a phone gives up on a canvas. */
const mostDots = 12_000_000;

/** A4, until the page has said otherwise. */
const usualShape = Math.SQRT2;

const textOf = async (page: PDFPageProxy) => {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
    .join('')
    .trim();
};

/** Whether a page is in sight, or soon will be. */
function useIsNear(place: { readonly current: HTMLElement | null }) {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100% 0px' },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return isNear;
}

/** How wide the page stands on the screen. */
function useWidth(place: { readonly current: HTMLElement | null }) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return width;
}

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  /** Part of the width there is. */
  zoom: number;
}

/** One page, drawn when it comes near. Its text is there for people who cannot see the drawing. */
export function PdfPage({ document, number, zoom }: PdfPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shape, setShape] = useState(usualShape);
  const [text, setText] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const isNear = useIsNear(place);
  const width = useWidth(place);

  useEffect(() => {
    if (!isNear || width === 0) return undefined;
    let isCurrent = true;
    let stop = () => {};
    const paper = canvas.current;
    const draw = async () => {
      const page = await document.getPage(number);
      if (!isCurrent || !paper) return;
      const whole = page.getViewport({ scale: 1 });
      setShape(whole.height / whole.width);
      const sharp = (width / whole.width) * Math.min(devicePixelRatio, 2);
      const scale = Math.min(sharp, Math.sqrt(mostDots / (whole.width * whole.height)));
      const viewport = page.getViewport({ scale });
      paper.width = Math.floor(viewport.width);
      paper.height = Math.floor(viewport.height);
      const task = page.render({ canvas: paper, viewport });
      stop = () => task.cancel();
      await task.promise;
      const read = await textOf(page);
      if (isCurrent) setText(read);
    };
    draw().catch(() => isCurrent && setFailed(true));
    return () => {
      isCurrent = false;
      stop();
      // Thirty pages of dots are more than a phone can hold.
      if (paper) paper.width = 0;
    };
  }, [document, number, isNear, width]);

  return (
    <div
      ref={place}
      className={classes.page}
      style={{ width: `${zoom * 100}%`, aspectRatio: `1 / ${shape}` }}
    >
      {hasFailed ? (
        <Text className={classes.failed}>{t.pageFailed}</Text>
      ) : (
        <canvas
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no address to load it from
          role="img"
          // A canvas takes one drawing at a time, so another size gets another canvas.
          key={width}
          ref={canvas}
          aria-label={t.page({ number, count: document.numPages })}
          data-drawn={text !== null || undefined}
        />
      )}
      {text === null ? null : <VisuallyHidden>{text || t.noText}</VisuallyHidden>}
    </div>
  );
}
