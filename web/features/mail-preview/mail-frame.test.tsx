import { hostileHtml } from '@gurukul/contract/test/hostile-html';
import { afterEach, expect, test } from 'vitest';
import { render } from '#web/test/render.tsx';
import { MailFrame } from './mail-frame.tsx';

const hits: string[] = [];
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'hit');
});

test('the preview of a mail runs and loads nothing of it', async () => {
  Object.assign(globalThis, { hit: () => hits.push('run') });
  // A frame is costly; each holds a dozen.
  const mails = () => [...document.querySelectorAll('iframe')];
  const bags = Array.from({ length: 20 }, (_, bag) =>
    hostileHtml.filter((_, index) => index % 20 === bag).join(''),
  );
  render(
    <>
      {bags.map((html, index) => (
        <MailFrame key={html} title={`Mail ${index}`} html={`<p>Dear student</p>${html}`} />
      ))}
    </>,
  );
  await expect.poll(() => document.querySelectorAll('iframe').length).toBe(bags.length);
  await expect.poll(() => mails().every(({ srcdoc }) => srcdoc !== '')).toBe(true);
  expect(mails().every((frame) => frame.getAttribute('sandbox') === '')).toBe(true);
  expect(hits).toEqual([]);
  const made = mails().map((frame) => new DOMParser().parseFromString(frame.srcdoc, 'text/html'));
  const reaching = made.flatMap((mail) => [
    ...mail.querySelectorAll(
      'script, iframe, object, embed, base, meta[http-equiv], link, form, [href], [src]',
    ),
  ]);
  expect(reaching.map((element) => element.outerHTML)).toEqual([]);
});

test('a mail to an address that is not proved says why it only leads to a page', async () => {
  render(
    <>
      <MailFrame title="With facts" html="<p>Hello</p>" />
      <MailFrame title="With a link" html="<p>Hello</p>" isLinkOnly />
    </>,
  );
  await expect.poll(() => document.querySelectorAll('iframe').length).toBe(2);
  expect(document.body.textContent.match(/not proved/g)).toHaveLength(1);
});
