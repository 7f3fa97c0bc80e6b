import type { Texts } from '../catalogue.ts';

/** The marks of a student in a class, as a strip of boxes. */
export const markStrip: Texts['markStrip'] = {
  mark: (day: string, status: string, isCorrected: boolean) =>
    `${day}: ${status}${isCorrected ? ', सुधारा गया' : ''}`,
  choose: (name: string, day: string) => `${day} को ${name} की उपस्थिति`,
  done: (name: string, day: string, status: string) => `${name}, ${day}: ${status}`,
  changed: 'इस बीच किसी और ने यह प्रविष्टि बदल दी। अभी यही दर्ज है।',
};
