import { expect, test } from 'vitest';
import type english from '@gurukul/contract/texts/help.en.json';
import { readCatalogue } from '@gurukul/contract/shared/words/read-catalogue';
import { tasksLike, type TaskName } from './find-task.ts';

const [en, te, hi] = ['en', 'te', 'hi'].map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of the catalogues look at the keys
  (language) => readCatalogue('help', language) as unknown as typeof english,
) as [typeof english, typeof english, typeof english];

/** What a newcomer asks in the first days, in English, Telugu and Hindi. */
const questions: readonly (readonly [TaskName, string, string, string])[] = [
  ['cancel', 'where do I cancel a class', 'క్లాస్ ఎక్కడ రద్దు చేయాలి', 'क्लास कहाँ रद्द करूँ'],
  ['noMail', 'why did she get no mail', 'ఆమెకు మెయిల్ ఎందుకు రాలేదు', 'उसे मेल क्यों नहीं मिली'],
  ['addStudent', 'how do I add a student', 'విద్యార్థిని ఎలా చేర్చాలి', 'विद्यार्थी कैसे जोड़ूँ'],
  ['substitute', 'the teacher is ill', 'టీచర్‌కు అనారోగ్యం', 'शिक्षक बीमार हैं'],
  ['roll', 'how do I take attendance', 'హాజరు ఎలా తీసుకోవాలి', 'हाज़िरी कैसे लूँ'],
  [
    'payment',
    'somebody paid cash, where do I write it down',
    'నగదు చెల్లించారు, ఎక్కడ నమోదు',
    'नकद पैसे मिले, कहाँ दर्ज करूँ',
  ],
  ['unpaid', 'who has not paid', 'ఎవరు చెల్లించలేదు', 'किसने भुगतान नहीं किया'],
  [
    'move',
    'she is in the wrong class, how do I change it',
    'విద్యార్థి క్లాస్ ఎలా మార్చాలి',
    'विद्यार्थी को दूसरी क्लास में कैसे बदलूँ',
  ],
  ['undo', 'I deleted somebody by mistake', 'పొరపాటున తొలగించాను', 'ग़लती से हटाया, वापस कैसे लाऊँ'],
  ['dayOff', 'where do I enter Diwali holidays', 'దీపావళి సెలవు ఎక్కడ నమోదు చేయాలి', 'दिवाली की छुट्टी कहाँ दर्ज करूँ'],
];

test.each(questions)(
  'a newcomer who asks about %s finds it in one try, in three languages',
  (task, english, telugu, hindi) => {
    expect([
      tasksLike(en.tasks, english)[0],
      tasksLike(te.tasks, telugu)[0],
      tasksLike(hi.tasks, hindi)[0],
    ]).toEqual([task, task, task]);
  },
);

test('words that are no task answer nothing', () => {
  for (const text of ['', 'where do I', 'lakshmi rao', 'xyzzy'])
    expect(tasksLike(en.tasks, text)).toEqual([]);
});

test('every task is found by its own title', () => {
  for (const { tasks } of [en, te, hi]) {
    for (const [name, { title }] of Object.entries(tasks)) expect(tasksLike(tasks, title)[0]).toBe(name);
  }
});
