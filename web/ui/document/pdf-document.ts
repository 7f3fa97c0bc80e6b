import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

export interface OpenedPdf {
  /** Rejects when it is no PDF, or is locked. */
  readonly document: Promise<PDFDocumentProxy>;
  close(): void;
}

/** Reads a file from outside in a worker of its own, which ends with `close`. */
export function openPdf(bytes: ArrayBuffer): OpenedPdf {
  const task = getDocument({
    // The worker takes the bytes over; those that came stay, to be saved.
    data: new Uint8Array(bytes.slice(0)),
    cMapUrl: PDF_DATA_ADDRESS,
    standardFontDataUrl: PDF_DATA_ADDRESS,
    wasmUrl: PDF_DATA_ADDRESS,
    // The page's policy allows no code but our own files: neither WebAssembly nor forms with scripts.
    useWasm: false,
    // Our fonts have the widths that the document was set in, on every machine.
    useSystemFonts: false,
    enableXfa: false,
    // A picture that claims a huge size would use up the browser's memory.
    maxImageSize: 64_000_000,
    verbosity: 0,
  });
  return { document: task.promise, close: () => void task.destroy() };
}
