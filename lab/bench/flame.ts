// What does a profile of lab/bench/api.ts look like? `node lab/bench/flame.ts check.portal.cpuprofile > check.svg`, a flame graph as
// small as a picture of it may be: what took less than half a percent is left out.
import { readFile } from 'node:fs/promises';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A function under its callers, with the microseconds spent in it and in what it called. */
interface Frame {
  readonly label: string;
  readonly kind: Kind;
  total: number;
  readonly inner: Map<string, Frame>;
}

type Kind = 'ours' | 'library' | 'node';

const width = 1200;
const rowHeight = 15;
const least = 0.005;
const colours: Readonly<Record<Kind, string>> = { ours: '#e8a25c', library: '#7fb3d5', node: '#c9c3b4' };

// Nobody's work, or that of measuring.
const idle = new Set(['(idle)', '(program)', 'post']);

function frameOf({ functionName, url }: ProfileNode['callFrame']): Frame {
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  const ours = /\/((?:server|contract|bench)\/.*)$/.exec(url)?.[1];
  const place = library ?? ours;
  const name = functionName || 'anonymous';
  return {
    label: place === undefined ? name : `${name} - ${place}`,
    kind: library === undefined ? (ours === undefined ? 'node' : 'ours') : 'library',
    total: 0,
    inner: new Map(),
  };
}

function flameOf({ nodes, samples, timeDeltas }: Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const all: Frame = { label: 'all', kind: 'node', total: 0, inner: new Map() };
  samples.forEach((sample, index) => {
    const stack: ProfileNode[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = callers.get(id)) {
      const node = byId.get(id);
      if (node !== undefined && callers.has(id)) stack.unshift(node);
    }
    if (stack.some(({ callFrame }) => idle.has(callFrame.functionName))) return;
    const spent = timeDeltas[index] ?? 0;
    all.total += spent;
    let frame = all;
    for (const { callFrame } of stack) {
      const made = frameOf(callFrame);
      const next = frame.inner.get(made.label) ?? made;
      frame.inner.set(made.label, next);
      next.total += spent;
      frame = next;
    }
  });
  return all;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function draw(frame: Frame, whole: number, x: number, row: number): { parts: string[]; rows: number } {
  const wide = (frame.total / whole) * width;
  const percent = ((100 * frame.total) / whole).toFixed(1);
  const shown = frame.label.slice(0, Math.floor((wide - 4) / 6));
  const parts = [
    `<g><title>${escaped(frame.label)} ${percent} %</title><rect x="${x.toFixed(1)}" y="${row * rowHeight}" width="${Math.max(0.5, wide - 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${colours[frame.kind]}"/>${
      shown.length > 2
        ? `<text x="${(x + 2).toFixed(1)}" y="${row * rowHeight + 11}">${escaped(shown)}</text>`
        : ''
    }</g>`,
  ];
  let rows = row + 1;
  let at = x;
  for (const inner of [...frame.inner.values()].toSorted((a, b) => b.total - a.total)) {
    if (inner.total < whole * least) continue;
    const drawn = draw(inner, whole, at, row + 1);
    parts.push(...drawn.parts);
    rows = Math.max(rows, drawn.rows);
    at += (inner.total / whole) * width;
  }
  return { parts, rows };
}

const profile: Profile = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const flame = flameOf(profile);
const { parts, rows } = draw(flame, flame.total, 0, 0);
console.log(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${rows * rowHeight}" font-family="monospace" font-size="10">`,
);
console.log(`<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>`);
