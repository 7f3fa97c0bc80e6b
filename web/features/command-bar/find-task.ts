import type english from '@gurukul/contract/texts/help.en.json';
import { foldedWords } from '../search/match.ts';

type Tasks = (typeof english)['tasks'];
export type TaskName = keyof Tasks;

/** Words of questions that say nothing about the task. */
const empty = new Set(
  foldedWords(
    `where do does did i we you how can could to a an the is are was of for my me what when who why there this that in on it
     she he they her his them one somebody not no get got have has want need please set see
     ఎక్కడ ఎలా నేను మేము ఏమి ఏ ఎందుకు చేయాలి చేయడం ఒక ఈ ఆ కావాలి నా నాకు మా మాకు
     कहाँ कैसे मैं हम क्या क्यों का की के को में से है हैं हो करूँ करें करना एक यह वह मुझे चाहिए ने किया दूँ मेरा मेरी मेरे हमारा`,
  ),
);

/** The words of a question that say something. */
export const tellingOf = (words: readonly string[]) => words.filter((word) => !empty.has(word));

export function isLike(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  const start = one.slice(0, Math.max(4, Math.ceil(shorter * 0.7)));
  return (one.length > 2 && other.startsWith(one)) || (start.length > 3 && other.startsWith(start));
}

/** In a title a word says more than in the further words, and a word itself more than one that is like it. */
const weightOf = (word: string, title: readonly string[], words: readonly string[]) => {
  if (title.includes(word)) return 4;
  if (words.includes(word)) return 3;
  if (title.some((known) => isLike(word, known))) return 2.5;
  return words.some((known) => isLike(word, known)) ? 1.5 : 0;
};

/** The tasks that a question may mean, the best first. At least half of its telling words must be known to a task. */
export function tasksLike(tasks: Tasks, question: string): readonly TaskName[] {
  const typed = [...new Set(foldedWords(question))];
  const telling = tellingOf(typed);
  if (telling.length === 0) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the texts are the names
  const names = Object.keys(tasks) as TaskName[];
  const found = names
    .map((name) => {
      const title = foldedWords(tasks[name].title);
      const words = foldedWords(tasks[name].words);
      const weigh = (word: string) => weightOf(word, title, words);
      const known = telling.filter((word) => weigh(word) > 0).length;
      const sum = typed.reduce((all, word) => all + weigh(word) * (empty.has(word) ? 0.3 : 1), 0);
      return { name, known, sum };
    })
    .filter(({ known }) => known * 2 >= telling.length)
    .toSorted((a, b) => b.sum - a.sum);
  // Only something like what another task says.
  return found.filter(({ sum }) => sum * 2 > (found[0]?.sum ?? 0)).map(({ name }) => name);
}
