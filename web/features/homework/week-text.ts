import { homeworkTexts } from '#web/texts/homework.ts';

/** The week of a homework: whoever handed it in called it `Week 4` or otherwise. */
export function weekText(name: string): string {
  const [, number] = /^week (\d+)$/i.exec(name.trim()) ?? [];
  return number === undefined ? name : homeworkTexts.weekOf(number);
}
