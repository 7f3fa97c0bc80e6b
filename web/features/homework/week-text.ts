import { texts } from '#web/texts/texts.ts';

/** The week of a homework. Its name is `Week 4` or any other text. */
export function weekText(name: string): string {
  const [, number] = /^week (\d+)$/i.exec(name.trim()) ?? [];
  return number === undefined ? name : texts.ui.weekOf({ number });
}
