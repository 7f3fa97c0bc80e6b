import { expect, test } from 'vitest';
import { accentNames, accents, accentStyle } from './accents.ts';

const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};

const contrast = (one: string, other: string) => {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
};

const light = { page: '#faf6ef', surface: '#ffffff' };
const dark = { page: '#1a1511', surface: '#251e18', raised: '#2e261e' };

test.each(accentNames)('%s is read on every ground, in light and dark', (name) => {
  const [faint, soft, bright, , , , filled, strong, deep, deepest] = accents[name];
  const pairs = [
    ['#ffffff', filled],
    ['#ffffff', strong],
    ...[light.page, light.surface, faint, soft].map((ground) => [strong, ground]),
    ...[dark.page, dark.surface, dark.raised, deepest, deep].map((ground) => [bright, ground]),
  ];
  for (const [ink = '', ground = ''] of pairs) {
    expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test('the style of an accent names no other colour, and that of teal is empty', () => {
  expect(accentStyle('teal')).toBe('');
  for (const name of accentNames.filter((each) => each !== 'teal')) {
    const used = accentStyle(name).match(/#[0-9a-f]{6}/g) ?? [];
    expect(used.filter((hex) => !(accents[name] as readonly string[]).includes(hex))).toEqual([]);
    expect(used.length).toBeGreaterThan(10);
  }
});
