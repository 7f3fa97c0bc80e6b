import { hostileHtml } from '@gurukul/contract/test/hostile-html';
import { richTextTags } from '@gurukul/contract/shared/rich-text';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from '#web/test/render.tsx';
import { cleanNodes, plainText, RichText } from './rich-text.tsx';

/** This HTML was not cleaned by the server: the test is about the second line of defence alone. */
const hits: string[] = [];
beforeEach(() => {
  hits.length = 0;
  Object.assign(globalThis, { hit: () => hits.push('run') });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'hit');
});

const tags: ReadonlySet<string> = new Set(richTextTags);
const isHarmless = /^(https?:|mailto:)/i;

/** Everything in it that could do more than be read. */
const strangersIn = (root: ParentNode): string[] =>
  [...root.querySelectorAll('*')].flatMap((element) => [
    ...(tags.has(element.localName) && element.namespaceURI === 'http://www.w3.org/1999/xhtml'
      ? []
      : [element.outerHTML]),
    ...[...element.attributes]
      // An `is` cannot be taken away; emptied it makes nothing.
      .filter(({ name, value }) => !(name === 'is' && value === ''))
      .filter(({ name, value }) => !(element.localName === 'a' && name === 'href' && isHarmless.test(value)))
      .map(({ name, value }) => `${element.localName} ${name}="${value}"`),
  ]);

const asked = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('canary.test'));

/** Until everything that was begun by then has had its chance to run: pictures fail, frames load, styles apply. */
const settled = () =>
  new Promise((resolve) => {
    const picture = new Image();
    picture.addEventListener('error', () => requestAnimationFrame(() => setTimeout(resolve)));
    picture.src = 'data:image/png,none';
  });

test('the list of hostile samples is not small', () => {
  expect(new Set(hostileHtml).size).toBeGreaterThan(220);
});

test('stored HTML that the server never cleaned runs, loads and restyles nothing where it is shown', async () => {
  render(
    <>
      {hostileHtml.map((html) => (
        <section key={html} data-payload={html}>
          <RichText html={html} />
        </section>
      ))}
    </>,
  );
  await expect.poll(() => document.querySelectorAll('section[data-payload]').length).toBe(hostileHtml.length);
  const sections = [...document.querySelectorAll<HTMLElement>('section[data-payload]')];
  expect(sections.flatMap((section) => [...section.children].flatMap(strangersIn))).toEqual([]);
  for (const element of document.querySelectorAll<HTMLElement>('section[data-payload] *')) {
    element.focus();
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    if (element.localName !== 'a') element.click();
  }
  await settled();
  expect(hits).toEqual([]);
  expect(asked()).toEqual([]);
});

test('and it stays so when it is cleaned twice', () => {
  for (const html of hostileHtml) {
    const once = document.createElement('div');
    once.append(cleanNodes(html));
    const twice = document.createElement('div');
    twice.append(cleanNodes(once.innerHTML));
    expect(twice.innerHTML, `cleaned again, ${html}`).toBe(once.innerHTML);
    expect(strangersIn(twice)).toEqual([]);
  }
});

test('to be read as words it is looked at without being run', async () => {
  for (const html of hostileHtml) expect(typeof plainText(html)).toBe('string');
  await settled();
  expect(hits).toEqual([]);
  expect(asked()).toEqual([]);
});
