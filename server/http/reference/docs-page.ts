import { errors } from '@gurukul/contract/shared/words/errors';
import { fieldProblems } from '@gurukul/contract/shared/words/field-problems';
import { release } from '@gurukul/contract/shared/release';
import { messages } from '@gurukul/contract/shared/words/messages';
import type { MessageCode } from '@gurukul/contract/shared/words/messages';
import { rowRemarks } from '@gurukul/contract/shared/words/row-remarks';
import type { Field } from './docs-fields.ts';
import { fieldsOf } from './docs-fields.ts';
import { docsStyle } from './docs-style.ts';
import type { CallReference, Schema } from './openapi.ts';
import { whoInWords } from './openapi.ts';
import { methodsOf } from '../serve.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const text = (value: string) => value.replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char);
const list = <T>(items: readonly T[], render: (item: T) => string) => items.map(render).join('');
const titled = (noun: string) => text(noun.charAt(0).toUpperCase() + noun.slice(1));

/** A page that needs no script: one section per noun, one block per call. */
export function docsPage(references: readonly CallReference[]): string {
  const nouns = [...Map.groupBy(references, ({ noun }) => noun)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gurukul API</title>
<style>${docsStyle}</style>
</head>
<body>
<header><h1>Gurukul API</h1><p>Version ${release}. ${references.length} calls below <code>/api</code>. For machines: <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Sections"><ul><li><a href="#basics">Basics</a></li>${list(
    nouns,
    ([noun, some]) => `<li><a href="#${text(noun)}">${titled(noun)}</a> <small>${some.length}</small></li>`,
  )}</ul></nav>
<main>
${basics()}
${list(nouns, ([noun, some]) => `<section id="${text(noun)}"><h2>${titled(noun)}</h2>${list(some, callBlock)}</section>`)}
</main>
</body>
</html>`;
}

const basics = () => `<section id="basics"><h2>Basics</h2>
<p>Requests and answers are JSON in UTF-8. A success is HTTP 200 with <code>{"status": 200, "message": …}</code>; unknown fields of a request are ignored. Sign in with <a href="#accounts.login">accounts.login</a> and send its token as <code>Authorization: Bearer …</code>.</p>
<p>Writes take an optional header <code>Idempotency-Key</code> (at most 200 visible ASCII characters): the same request with the same key is done once and answered again for 24 hours. Every answer carries an <code>X-Request-Id</code> of its own; one that the request names stands beside it in the log.</p>
<p>Dates travel as <code>yyyy-mm-dd</code>, instants as ISO 8601 in UTC, money as decimal text.</p>
<h3>Refusals</h3>
<p>Everything else is answered as <code>{"status", "message", "request_id", "code"}</code>, with <code>facts</code> where the message holds numbers or names (<code>{row}</code> below). Wrong input also has <code>problems</code> by field, and the same in <code>details</code> with codes.</p>
<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Message</th></tr></thead><tbody>${list(
  Object.entries(errors),
  ([code, { status, message }]) =>
    `<tr><td>${status}</td><td><code>${code}</code></td><td>${text(message)}</td></tr>`,
)}</tbody></table>
<h3>Other sentences</h3>
<p>What is said of fields and of the rows of sheets.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Message</th></tr></thead><tbody>${list(
  Object.entries({ ...fieldProblems, ...rowRemarks }),
  ([code, message]) => `<tr><td><code>${code}</code></td><td>${text(message)}</td></tr>`,
)}</tbody></table></section>`;

function callBlock({ name, call, params, input, output }: CallReference): string {
  const whole: Schema = {
    type: 'object',
    properties: { ...params, ...input.properties },
    required: [...Object.keys(params), ...(input.required ?? [])],
  };
  const requestFields = fieldsOf(input.type === 'array' ? input : whole);
  const marks = [
    ...whoInWords(call).map((words) => `<li class="who">${text(words)}</li>`),
    ...(call.additive === true ? ['<li>added by the portal</li>'] : []),
  ];
  return `<article id="${text(name)}">
<h3><a href="#${text(name)}">${list(methodsOf(call), methodBadge)}<code>${path(call.path)}</code></a></h3>
<p>${text(call.summary)}</p>
<ul class="marks" aria-label="Who may call it">${marks.join('')}</ul>
${texts(call.says ?? [])}
${fieldTable('Request', requestFields)}
${call.file === undefined ? fieldTable('Answer', fieldsOf(output)) : `<p>Answers with a file: ${text(call.file.join(' or '))}</p>`}
</article>`;
}

const methodBadge = (method: string) => `<b class="method ${method.toLowerCase()}">${method}</b>`;
const path = (value: string) =>
  text(value)
    .replaceAll('/', '/<wbr>')
    .replaceAll(/\{(\w+)\}/g, '<var>{$1}</var>');
const texts = (codes: readonly MessageCode[]) =>
  codes.length === 0
    ? ''
    : `<p class="texts">Texts: ${list(codes, (code) => `<q>${text(messages[code])}</q> <code>${code}</code> `)}</p>`;

function fieldTable(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const isLong = fields.length > 8;
  return `<details${isLong ? '' : ' open'}><summary>${title} <small>${fields.length} ${fields.length === 1 ? 'field' : 'fields'}</small></summary><div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Needed</th></tr></thead><tbody>${list(
    fields,
    ({ name, depth, type, required }) =>
      `<tr><td class="d${depth}"><code>${text(name)}</code></td><td>${text(type)}</td><td>${required ? 'yes' : ''}</td></tr>`,
  )}</tbody></table></div></details>`;
}
