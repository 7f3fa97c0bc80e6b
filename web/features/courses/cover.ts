/** Ground, second ground and lines of a cover: earths, leaves, waters and flowers beside the portal's teal and saffron. */
const palettes = [
  ['#7c2d12', '#c2410c', '#fed7aa'],
  ['#134e4a', '#0f766e', '#ccfbf1'],
  ['#713f12', '#b45309', '#fef3c7'],
  ['#1e3a5f', '#2f6690', '#dbeafe'],
  ['#4a1942', '#86306f', '#fae8ff'],
  ['#14532d', '#3f7d3a', '#dcfce7'],
  ['#7f1d1d', '#a83232', '#fee2e2'],
  ['#3b2f6b', '#5b4b9a', '#e9e5ff'],
] as const;

const at = (radius: number, degrees: number) => {
  const angle = (degrees * Math.PI) / 180;
  return [80 + radius * Math.sin(angle), 50 - radius * Math.cos(angle)].map((n) => Number(n.toFixed(1)));
};
const spot = (radius: number, degrees: number) => at(radius, degrees).join(' ');

const circle = (radius: number, x = 80, y = 50) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;

const each = (count: number, path: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => path(index)).join('');

/** A circle at one of so many places around the middle. */
const around = (count: number, radius: number, size: number) =>
  each(count, (index) => {
    const [x, y] = at(radius, (360 / count) * index);
    return circle(size, x, y);
  });

/** The lines of an ornament on a ground of 160 by 100. The number, 0 to 5, makes two of a kind differ. */
const ornaments = {
  wheel: (more: number) =>
    circle(32) +
    circle(26) +
    circle(6) +
    each(8 + more * 2, (index) => {
      const angle = (360 / (8 + more * 2)) * index;
      return `M${spot(6, angle)}L${spot(26, angle)}`;
    }),
  bow: (more: number) =>
    `M50 16Q${104 + more * 4} 50 50 84ZM34 50H124l-9-6M124 50l-9 6` +
    each(3 + more, (index) => `M${35 + index * 3} 50l-6-5M${35 + index * 3} 50l-6 5`),
  sound: (more: number) =>
    circle(3, 80, 76) +
    each(4 + more, (index) => {
      const radius = Math.round(9 + (index * 46) / (4 + more));
      return `M${80 - radius} 76A${radius} ${radius} 0 0 1 ${80 + radius} 76`;
    }),
  tree: (more: number) => `M80 88V50M80 66L62 52M80 62L98 48M68 88H92${around(9 + more, 24, 8)}`,
  lotus: (more: number) =>
    'M44 82Q80 96 116 82' +
    each(5 + more, (index) => {
      const angle = -75 + (150 / (4 + more)) * index;
      return `M80 80Q${spot(30, angle - 16)} ${spot(44, angle)}Q${spot(30, angle + 16)} 80 80`;
    }),
  beads: (more: number) => `${around(14 + more * 3, 31, 3)}${circle(5, 80, 87)}M80 92v6`,
  lamp: (more: number) =>
    'M46 58Q80 98 114 58ZM80 78V86M64 90H96' +
    each(1 + (more % 3), (index) => {
      const x = 80 + (index - (more % 3) / 2) * 20;
      return `M${x} 54Q${x - 10} 40 ${x} ${20 + more}Q${x + 10} 40 ${x} 54`;
    }),
  temple: (more: number) =>
    'M80 28V14M80 14l10 5-10 4' +
    each(3 + more, (index) => {
      const half = Math.round(46 - (index * 38) / (3 + more));
      const height = Math.round(58 / (3 + more));
      return `M${80 - half} ${88 - index * height}H${80 + half}v${-height}H${80 - half}Z`;
    }),
} as const;

type Ornament = keyof typeof ornaments;

/** The ornament of a subject, by a part of its name. */
const subjects: readonly (readonly [RegExp, Ornament])[] = [
  [/g[iī]t[aā]|గీత|गीता/i, 'wheel'],
  [/ramayan|bharat|రామాయ|భారత|रामाय|भारत/i, 'bow'],
  [/chant|ved[ai]|mantra|sanskrit|వేద|మంత్ర|वेद|मंत्र|संस्कृत/i, 'sound'],
  [/upanishad|sutra|shastra|ఉపనిష|उपनिषद/i, 'tree'],
  [/yoga|medit|యోగ|ధ్యాన|योग|ध्यान/i, 'lotus'],
  [/sahasra|nama|stotra|bhajan|నామ|స్తోత్ర|नाम|स्तोत्र/i, 'beads'],
  [/puja|festival|household|పూజ|పండుగ|पूजा/i, 'lamp'],
];
const others: readonly Ornament[] = ['lotus', 'temple', 'lamp', 'tree', 'beads'];

/** FNV-1a: the same number for the same name, everywhere. */
function hashOf(name: string): number {
  let hash = 2166136261;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 16777619) >>> 0;
  return hash;
}

/** What the cover of a course looks like. It follows from the name alone, so it is the same everywhere. */
export function coverOf(name: string) {
  const hash = hashOf(name.trim());
  const ornament =
    subjects.find(([word]) => word.test(name))?.[1] ?? others[(hash >>> 3) % others.length] ?? 'lotus';
  return {
    colours: palettes[hash % palettes.length] ?? palettes[0],
    lines: ornaments[ornament]((hash >>> 8) % 6),
    /** The slope of the light on the ground, in degrees. */
    slope: (hash >>> 16) % 180,
  };
}
