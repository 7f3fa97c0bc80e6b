import type { Texts } from '../catalogue.ts';

export const pdf: Texts['pdf'] = {
  pages: (count: number) => `${count} पृष्ठ`,
  firstPages: (shown: number, count: number) =>
    `${count} में से पहले ${shown} पृष्ठ दिखाए गए हैं। शेष पढ़ने के लिए PDF डाउनलोड करें।`,
  page: (number: number, count: number) => `${count} में से पृष्ठ ${number}`,
  noText: 'यह पृष्ठ एक चित्र है और इसमें पढ़कर सुनाने योग्य पाठ नहीं है।',
  pageFailed: 'यह पृष्ठ नहीं दिखाया जा सका।',
  zoom: 'ज़ूम',
  zoomOut: 'छोटा करें',
  zoomIn: 'बड़ा करें',
  view: 'PDF के पृष्ठ',
};
