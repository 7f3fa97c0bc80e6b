import type { Texts } from '../catalogue.ts';

export const pdf: Texts['pdf'] = {
  pages: (count: number) => (count === 1 ? '1 పేజీ' : `${count} పేజీలు`),
  firstPages: (shown: number, count: number) =>
    `${count} పేజీల్లో మొదటి ${shown} కనిపిస్తున్నాయి. మిగతావి చదవడానికి PDF డౌన్‌లోడ్ చేయండి.`,
  page: (number: number, count: number) => `${count}లో ${number}వ పేజీ`,
  noText: 'ఈ పేజీ ఒక చిత్రం, చదివి వినిపించడానికి ఇందులో వచనం లేదు.',
  pageFailed: 'ఈ పేజీని చూపించలేకపోయాం.',
  zoom: 'జూమ్',
  zoomOut: 'చిన్నగా చూపించండి',
  zoomIn: 'పెద్దగా చూపించండి',
  view: 'PDF పేజీలు',
};
