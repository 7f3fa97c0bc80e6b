import { makeTemplate, readSheet, type TemplateTexts } from './sheet.ts';

/** What the page may ask of the worker. */
export type SheetTask =
  | { readonly kind: 'read'; readonly bytes: ArrayBuffer; readonly rowsMax: number }
  | { readonly kind: 'template'; readonly texts: TemplateTexts };

addEventListener('message', ({ data }: MessageEvent<SheetTask>) => {
  postMessage(
    data.kind === 'read' ? readSheet(new Uint8Array(data.bytes), data.rowsMax) : makeTemplate(data.texts),
  );
});
