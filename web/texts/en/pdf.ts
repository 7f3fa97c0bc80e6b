export const pdf = {
  pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  firstPages: (shown: number, count: number) =>
    `The first ${shown} of ${count} pages are shown. Download the PDF to read the rest.`,
  page: (number: number, count: number) => `Page ${number} of ${count}`,
  noText: 'This page is a picture without text that could be read aloud.',
  pageFailed: 'This page could not be drawn.',
  zoom: 'Zoom',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  view: 'Pages of the PDF',
} as const;
