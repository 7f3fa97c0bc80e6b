import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** What the eye makes of linear light without red, green or blue cones: Machado, Oliveira and Fernandes, 2009. */
const eyes: Readonly<Record<string, Matrix>> = {
  'with all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'without red (protanopia)': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'without green (deuteranopia)': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'without blue (tritanopia)': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (matrix: Matrix, [a, b, c]: Triple): Triple => {
  const [x, y, z] = matrix.map(([p, q, r]) => Math.min(1, Math.max(0, p * a + q * b + r * c)));
  return [x!, y!, z!];
};

const linear = (hex: string): Triple => {
  const [r, g, b] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [r!, g!, b!];
};

/** Oklab, in which equal distances look equally far apart. */
const oklab = ([r, g, b]: Triple): Triple => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

const distance = (one: Triple, other: Triple) =>
  Math.hypot(...one.map((part, place) => part - other[place]!));

const luminance = (hex: string) => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (one: string, other: string) => {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
};

describe.each(['light', 'dark'])('the colours of charts, %s', (scheme) => {
  const tokens = css.split(`@mixin ${scheme}-root`)[1]!.split('}')[0]!;
  const token = (name: string) => new RegExp(`--g-${name}: (#[0-9a-f]{6});`).exec(tokens)![1]!;
  const colours = ['first', 'second', 'third', 'rest'].map((tone) => token(`chart-${tone}`));

  test('stand out from the surface', () => {
    expect(Math.min(...colours.map((colour) => contrast(colour, token('surface'))))).toBeGreaterThan(3);
  });

  test.each(Object.keys(eyes))('are told apart %s', (eye) => {
    const seen = colours.map((colour) => oklab(times(eyes[eye]!, linear(colour))));
    const pairs = seen.flatMap((one, place) => seen.slice(place + 1).map((other) => distance(one, other)));
    // 0.02 is what an eye just notices.
    expect(Math.min(...pairs)).toBeGreaterThan(0.08);
  });
});
