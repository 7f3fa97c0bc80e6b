import type { Texts } from '../catalogue.ts';

/** The marks of a student in a class, as a strip of boxes. */
export const markStrip: Texts['markStrip'] = {
  mark: (day: string, status: string, isCorrected: boolean) =>
    `${day}: ${status}${isCorrected ? ', సరిదిద్దారు' : ''}`,
  choose: (name: string, day: string) => `${name}: ${day} హాజరు`,
  done: (name: string, day: string, status: string) => `${name}, ${day}: ${status}`,
  changed: 'ఈలోపు మరొకరు ఈ హాజరును మార్చారు. ఇప్పుడు నమోదై ఉన్నది ఇదే.',
};
