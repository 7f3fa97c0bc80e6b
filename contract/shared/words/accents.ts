/**
 * The colours that a provider can choose, in ten steps from light to dark. Every step is as bright in each of them as
 * it is in teal, so that text on it and beside it is equally easy to read. A test measures that.
 */
export const accents = {
  teal: [
    '#e6f4f2',
    '#d0e9e5',
    '#a6d5ce',
    '#79c0b6',
    '#52aca1',
    '#2b9187',
    '#14716a',
    '#0f5e58',
    '#0b4a46',
    '#073734',
  ],
  green: [
    '#eaf4ea',
    '#d7e9d6',
    '#b3d4b3',
    '#8fbf90',
    '#71ab73',
    '#549057',
    '#3d7040',
    '#325d34',
    '#274928',
    '#1c371d',
  ],
  blue: [
    '#e7f2ff',
    '#d2e6fc',
    '#abcff6',
    '#82b8f0',
    '#60a2e4',
    '#4186ca',
    '#2c68a1',
    '#235687',
    '#1b446b',
    '#133250',
  ],
  indigo: [
    '#eef0ff',
    '#dfe2ff',
    '#c3c8fc',
    '#a8aef8',
    '#9196ed',
    '#767ad4',
    '#5b5da9',
    '#4b4d8e',
    '#3b3d70',
    '#2b2d55',
  ],
  plum: [
    '#fbedf7',
    '#f6ddef',
    '#ebbfe0',
    '#df9fd0',
    '#d085c0',
    '#b568a5',
    '#8f4f82',
    '#78416c',
    '#5f3356',
    '#472540',
  ],
  maroon: [
    '#ffedee',
    '#fedcdd',
    '#f9bdc0',
    '#f19ca2',
    '#e48089',
    '#c9636e',
    '#a04a54',
    '#863d45',
    '#6a2f36',
    '#502227',
  ],
  saffron: [
    '#fdeee5',
    '#f8dfcf',
    '#f0c3a5',
    '#e5a57a',
    '#d78c57',
    '#bc7037',
    '#955523',
    '#7d461c',
    '#633715',
    '#4a280e',
  ],
} as const;

export type Accent = keyof typeof accents;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys
export const accentNames = Object.keys(accents) as [Accent, ...Accent[]];

const teal = '--mantine-color-teal';
const root = ':root:root:root';
const of = (scheme: string) => `${root}[data-mantine-color-scheme=${scheme}]`;

const rule = (selector: string, variables: Readonly<Record<string, string | undefined>>) =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** The style that puts another colour in the place of the portal's teal; '' for teal itself. */
export function accentStyle(accent: Accent): string {
  if (accent === 'teal') return '';
  const steps = accents[accent];
  const palette = Object.fromEntries(steps.map((step, place) => [`${teal}-${place}`, step]));
  const [faint, soft, bright, , , , , strong, deep, deepest] = steps;
  return [
    rule(root, palette),
    rule(of('light'), {
      '--g-primary-ink': strong,
      '--g-primary-soft': faint,
      '--g-row-selected': faint,
      [`${teal}-light`]: faint,
      [`${teal}-light-hover`]: soft,
      [`${teal}-light-color`]: strong,
    }),
    rule(of('dark'), {
      '--g-primary-ink': bright,
      '--g-primary-soft': deepest,
      '--g-row-selected': deepest,
      [`${teal}-light`]: deepest,
      [`${teal}-light-hover`]: deep,
      [`${teal}-light-color`]: bright,
    }),
  ].join('');
}
