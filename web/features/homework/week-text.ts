import { homeworkTexts } from '#web/texts/homework.ts';

/** The week of a homework. Its name is `Week 4` or any other text. */
export function weekText(name: string): string {
  const [, number] = /^week (\d+)$/i.exec(name.trim()) ?? [];
  return number === undefined ? name : homeworkTexts.weekOf({ number });
}
