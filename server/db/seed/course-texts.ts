/** The texts of the demo courses: titles, descriptions and the topics of their weeks. */

export interface CourseText {
  readonly course_name: string;
  readonly description: string;
  readonly learn: readonly string[];
  readonly note: string;
  readonly glimpses: readonly (readonly [name: string, description: string])[];
  /** One topic a week, from the first week on. */
  readonly topics: readonly string[];
}

export const courseTexts: Readonly<Record<number, CourseText>> = {
  1: {
    course_name: 'Vedic Chanting: Foundations',
    description:
      '<p>Learn to chant the Vedas as they have been handed down: <strong>syllable, accent, length and breath</strong>. We begin with short prayers and reach the <em>Śrī Rudram</em> by the end of the year.</p><p>No knowledge of Sanskrit is needed.</p>',
    learn: [
      'The three accents and how to hear them',
      'Rules of pronunciation (śikṣā)',
      'Gaṇapati Atharvaśīrṣa, Puruṣa Sūktam, Śrī Sūktam',
      'Śrī Rudram, anuvāka by anuvāka',
    ],
    note: 'Please keep a quiet place and a printed text ready. Microphones stay open while chanting.',
    glimpses: [
      [
        'Listening first',
        'Every line is heard twice before it is repeated, and recorded for practice at home.',
      ],
      ['Small groups', 'The teacher hears each voice in every class.'],
      ['A chanted year', 'From a single line in the first week to a whole hymn at the closing assembly.'],
    ],
    topics: [
      'Posture, breath and the invocation',
      'Vowels and their length',
      'Consonants by place',
      'Udātta, anudātta, svarita',
      'Śānti mantras I',
      'Śānti mantras II',
      'Gaṇapati Atharvaśīrṣa, part 1',
      'Gaṇapati Atharvaśīrṣa, part 2',
      'Puruṣa Sūktam, verses 1–8',
      'Puruṣa Sūktam, verses 9–18',
      'Nārāyaṇa Sūktam',
      'Durgā Sūktam',
      'Śrī Sūktam, verses 1–8',
      'Śrī Sūktam, verses 9–15',
      'Medhā Sūktam',
      'Review and hearing',
      'Rudram: Namakam 1',
      'Rudram: Namakam 2',
      'Rudram: Namakam 3',
      'Rudram: Namakam 4',
    ],
  },
  2: {
    course_name: 'Bhagavad Gita: Eighteen Chapters in a Year',
    description:
      '<p>One chapter every three weeks: we chant it, translate it word by word, and ask what it wants of us.</p><ul><li>Chanting of all seven hundred verses</li><li>Meaning after the classical commentaries</li><li>A conversation in every class</li></ul>',
    learn: [
      'To chant the Gita with the right metre',
      'The three yogas and how they belong together',
      'To read a verse with grammar and dictionary',
    ],
    note: 'The printed Gita is sent after the first month.',
    glimpses: [
      ['Seven hundred verses', 'Students who learn a chapter by heart recite it before the assembly.'],
      ['Question hour', 'The last Sunday of the month belongs to questions.'],
    ],
    topics: [
      'Setting and first verses',
      'Chapter 1: Arjuna’s grief',
      'Chapter 2: the imperishable',
      'Chapter 2: duty',
      'Chapter 2: steady wisdom',
      'Chapter 3: why act',
      'Chapter 3: desire and anger',
      'Chapter 4: avatāra',
      'Chapter 4: action in inaction',
      'Chapter 5: renunciation',
      'Chapter 6: the seat and the mind',
      'Chapter 6: the yogi who falls',
      'Chapter 7: lower and higher nature',
      'Chapter 8: the last thought',
      'Chapter 9: the royal secret',
      'Chapter 10: glories',
      'Chapter 11: the cosmic form',
      'Chapter 12: the devotee',
    ],
  },
  3: {
    course_name: 'Sanskrit Grammar I',
    description:
      '<p>A first grammar for adults: script, sandhi, declension and the present system, after the <em>Laghu Siddhānta Kaumudī</em> with much reading.</p>',
    learn: [
      'Devanagari, reading and writing',
      'Sandhi of vowels, consonants and visarga',
      'Nouns in a and ā',
      'Simple sentences and stories',
    ],
    note: 'Written homework every second week.',
    glimpses: [['Reading from week four', 'Fables of the Panchatantra, retold for beginners.']],
    topics: [
      'Māheśvara sūtras',
      'Script I',
      'Script II',
      'Vowel sandhi',
      'Consonant sandhi',
      'Visarga sandhi',
      'Rāma: the first declension',
      'Phala and ramā',
      'The present tense',
      'Ātmanepada',
      'Cases and their use',
      'Reading: the lion and the hare',
    ],
  },
  4: {
    course_name: 'Principal Upanishads',
    description:
      '<p>Isha, Kena, Katha, Mundaka and Mandukya with the commentary of Shankara, read slowly and discussed openly.</p>',
    learn: [
      'The text of five Upanishads',
      'Method of Vedanta: superimposition and its removal',
      'The great sayings in their places',
    ],
    note: '',
    glimpses: [
      ['Two teachers', 'Text and commentary are taught in turn.'],
      ['Nachiketas', 'The boy who asked death, and did not accept toys for an answer.'],
    ],
    topics: [
      'What is an Upanishad',
      'Isha 1–8',
      'Isha 9–18',
      'Kena: who moves the mind',
      'Kena: the gods and the grass',
      'Katha: the gift',
      'Katha: the good and the pleasant',
      'Katha: the chariot',
      'Mundaka: two knowledges',
      'Mundaka: two birds',
      'Mandukya: Om',
    ],
  },
  5: {
    course_name: 'Yoga Sutras of Patanjali',
    description:
      '<p>The four chapters in three months, with the commentary of Vyasa and time for practice.</p>',
    learn: ['The movements of the mind and their stilling', 'Eight limbs', 'Obstacles and remedies'],
    note: 'This is a course of philosophy; postures are not taught.',
    glimpses: [['One sutra a day', 'A short recording every morning.']],
    topics: [
      'What yoga is',
      'Five movements of the mind',
      'Practice and dispassion',
      'Obstacles',
      'Kriya yoga',
      'Eight limbs I',
      'Eight limbs II',
      'Samyama',
    ],
  },
  6: {
    course_name: 'Ramayana for Children',
    description:
      '<p>Stories, songs and drawing for children from five to fifteen. Each Sunday brings a new episode; each month a little play.</p>',
    learn: [
      'The whole story from Ayodhya to Ayodhya',
      'Twenty simple verses by heart',
      'Songs of the seven books',
    ],
    note: 'A grown-up should sit near children under eight.',
    glimpses: [
      ['Story time', 'Told, not read: with voices, pictures and questions.'],
      ['Our own Ramlila', 'Every group plays one scene at Vijayadashami.'],
      ['Drawing book', 'Thirty pages to colour.'],
    ],
    topics: [
      'The poet and the birds',
      'Four brothers',
      'Vishvamitra asks',
      'The bow',
      'A promise kept',
      'Into the forest',
      'Bharata and the sandals',
      'Panchavati',
      'The golden deer',
      'Jatayu',
      'Hanuman',
      'The leap',
      'Ashoka garden',
      'The bridge',
      'Vibhishana',
      'The great battle',
      'Home',
    ],
  },
  7: {
    course_name: 'Temple Music: Songs of the Alvars and Dasas',
    description:
      '<p>Sing what the temples sing: Tiruppavai, Devaranama and bhajans, with raga and tala from the start.</p>',
    learn: ['Sruti and tala', 'Twelve songs with notation', 'Singing in a group'],
    note: 'A sruti box or an application for it is needed.',
    glimpses: [['Margazhi', 'In the month of Margazhi we sing at dawn.']],
    topics: [
      'Sruti and breath',
      'Sarali varisai',
      'Tiruppavai 1–3',
      'Tiruppavai 4–6',
      'Purandaradasa: the first songs',
      'Adi tala',
      'Namasankirtana',
      'Rehearsal',
    ],
  },
  8: {
    course_name: 'Vishnu Sahasranama',
    description:
      '<p>The thousand names in three months: chanting, split words, and the meaning of each name in a line.</p>',
    learn: ['To chant the thousand names fluently', 'The story of their teaching', 'How a name is derived'],
    note: '',
    glimpses: [['A thousand names', 'Eighty-three names each week.']],
    topics: [
      'Bhishma and Yudhishthira',
      'Dhyana slokas',
      'Names 1–100',
      'Names 101–250',
      'Names 251–400',
      'Names 401–550',
    ],
  },
  9: {
    course_name: 'Mahabharata Readings',
    description: '<p>Last year’s readings: from the game of dice to the lake of questions.</p>',
    learn: ['The outline of eighteen books', 'Vidura, Yaksha and Bhishma on right living'],
    note: 'Completed. The recordings stay open for those who took part.',
    glimpses: [],
    topics: ['The house of Kuru', 'The dice', 'Forest years', 'The lake', 'The embassy', 'Before the war'],
  },
  10: {
    course_name: 'Tarka: An Introduction to Indian Logic',
    description:
      '<p>How do we know? Perception, inference and the five members of an argument, after the <em>Tarka Saṅgraha</em>.</p>',
    learn: ['Seven categories', 'Inference and its errors', 'To take an argument apart'],
    note: 'Begins soon; places may already be reserved.',
    glimpses: [['Smoke on the hill', 'The oldest example of logic, and why it still works.']],
    topics: ['Categories', 'Substance and quality', 'Perception', 'Inference', 'Errors of inference'],
  },
  11: {
    course_name: 'Temple Arts: Kolam, Garlands and Lamps',
    description: '<p>The arts of the hands that make a house ready for a festival.</p>',
    learn: ['Twelve kolam patterns', 'Three kinds of garland'],
    note: '',
    glimpses: [],
    topics: ['Dots and lines', 'The lotus'],
  },
  12: {
    course_name: 'Dharmashastra in the Modern Household: Conversations on Duty, Custom and Conscience',
    description: '',
    learn: [],
    note: '',
    glimpses: [],
    topics: [],
  },
};
