import { readFileSync, readdirSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** What may be said outside of the catalogues, by file and text, and why. */
const allowed: readonly (readonly [where: RegExp, why: string])[] = [
  [/^web\/features\/provider\/catalogue-fields\.tsx: .*iframe/, 'A line of HTML for another site'],
  [/: (?:WhatsApp|Gurukul|WhatsApp\s[\s0]*)$/, 'the name of a product'],
  [
    /^server\/(?:features\/registrations\/view|pages\/answer-field)\.ts: (?:aria-invalid|id|inputmode|name|type)="/,
    'attributes of a field',
  ],
  [/: Esc$/, 'the name of a key'],
  [/: https:\/\/$/, 'the beginning of an address, as a placeholder'],
  [/: &nbsp;$/, 'a space'],
  [/: (?:[a-z_-]+|select 1|[a-z]+="[\w/-]+"|\/message\/\$id)$/, 'no text, but a name in the code'],
  [/: Chosen by you$/, 'English of a code; `refusals` has the others'],
  [/^web\/features\/intake\/intake-example\.ts/, 'an example of what a machine may send'],
  [/^server\/http\/reference\//, 'for programmers, who read English'],
  [/^server\/channels\/mail\/templates\/samples\.ts/, 'an invented event'],
  [
    /^server\/features\/(?:attendance|ledger|payments|settlements|students)\/[\w-]+\.ts: [A-Z][\w ]+$/,
    'the sheet of a file, whose columns have English names as the doors read them',
  ],
];

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Attributes and properties that people read or hear, on elements of HTML and of the kit. */
const readAloud =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|alt|label|title|description|placeholder|hint|lead|heading|text|caption|summary|error|message|question|tooltip|nothingFoundMessage|disabledReason|\w+(?:Label|Title|Text|Hint|Placeholder))$/;
const hasLetters = /\p{L}{2}/u;

/** The strings of an expression that become its value: both sides of a condition, both parts of a sum. */
function valuesOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  const { type, value, expression, consequent, alternate, left, right, quasis, operator } = node;
  if (type === 'Literal') return typeof value === 'string' ? [value] : [];
  if (type === 'TemplateLiteral')
    return (quasis as { value: { raw: string } }[]).map((quasi) => quasi.value.raw);
  if (type === 'ConditionalExpression') return [consequent, alternate].flatMap(valuesOf);
  if (type === 'LogicalExpression') return [left, right].flatMap(valuesOf);
  if (type === 'BinaryExpression') return operator === '+' ? [left, right].flatMap(valuesOf) : [];
  return valuesOf(expression);
}

const nameOf = (key: unknown): string => {
  const { type, name, value } = isNode(key) ? key : { type: '', name: '', value: '' };
  return String(type === 'Literal' ? value : name);
};

/** What stands between the tags of a template, also of one that is broken off by values. */
const withoutTags = (parts: readonly string[]) =>
  parts
    .join('0')
    .replaceAll(/<style>.*<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ');

/** The strings that the node itself shows to people. */
function saidBy({ type, key, name, value, children, callee, arguments: given, tag, quasi }: Node): string[] {
  if (type === 'JSXText') return [String(value)];
  if (type === 'JSXAttribute') return readAloud.test(nameOf(name)) ? valuesOf(value) : [];
  if (type === 'Property') return readAloud.test(nameOf(key)) ? valuesOf(value) : [];
  if (type === 'JSXElement' || type === 'JSXFragment')
    return (children as Node[])
      .filter((child) => child.type !== 'JSXText')
      .flatMap((child) => (child.type === 'JSXExpressionContainer' ? valuesOf(child) : []));
  if (type === 'TaggedTemplateExpression' && nameOf(tag) === 'html') return [withoutTags(valuesOf(quasi))];
  if (type === 'CallExpression' && isNode(callee)) {
    const { object, property } = callee;
    const isToast = isNode(object) && nameOf(object) === 'toast' && isNode(property);
    return isToast || nameOf(callee) === 'confirm' ? valuesOf((given as unknown[])[0]) : [];
  }
  return [];
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) yield value;
    for (const each of Object.values(value)) yield* nodesIn(each);
  }
}

const saidIn = (name: string, code: string) =>
  [...nodesIn(parseSync(name, code).program)]
    .flatMap(saidBy)
    .map((text) => text.trim())
    .filter((text) => hasLetters.test(text));

const root = new URL('../', import.meta.url);
const files = ['web', 'server'].flatMap((room) =>
  readdirSync(new URL(room, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^(?:node_modules|dist|test|build|db)\//.test(name))
    .map((name) => `${room}/${name}`),
);

test('nothing is said that is not in a catalogue', () => {
  expect(files.length).toBeGreaterThan(1000);
  const said = files.flatMap((name) =>
    saidIn(name, readFileSync(new URL(name, root), 'utf8'))
      .map((text) => `${name}: ${text}`)
      .filter((text) => !allowed.some(([where]) => where.test(text))),
  );
  expect(said).toEqual([]);
});

test.each([
  ['between tags', '<p>Not shown</p>'],
  ['in a condition', '<p>{isOpen ? "Open now" : t.closed}</p>'],
  ['after &&', '<p>{isOpen && `Open until ${day}`}</p>'],
  ['in an attribute', '<Field label="First name" />'],
  ['for the ear', '<svg aria-label={isUp ? "Goes up" : t.down} />'],
  ['in a property', 'const facts = { title: "All courses" }'],
  ['in a toast', 'toast.error("Not saved")'],
  ['in a page of the server', 'html`<p class="bad">Not found ${name}</p>`'],
])('a text %s is found', (_, code) => {
  expect(saidIn('a.tsx', code)).toHaveLength(1);
});

test('words of the code are no texts', () => {
  expect(
    saidIn(
      'a.tsx',
      '<Button variant="subtle" label={t.open}>{t.save}</Button>; html`<p class="bad">${why}</p>`',
    ),
  ).toEqual([]);
});
