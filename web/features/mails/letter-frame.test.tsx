import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { LetterFrame } from './letter-frame.tsx';

const hostile = `<!doctype html><html><head>
  <meta http-equiv="refresh" content="0;url=https://elsewhere.test/">
  <base href="https://elsewhere.test/">
  <link rel="stylesheet" href="https://elsewhere.test/a.css">
  <style>.card { color: rgb(1, 2, 3) }</style>
</head><body>
  <script>parent.document.title = 'taken'</script>
  <img src="https://elsewhere.test/pixel.gif" onerror="parent.document.title = 'taken'">
  <form action="https://elsewhere.test/"><input name="password"></form>
  <iframe src="https://elsewhere.test/"></iframe>
  <a href="javascript:parent.alert(1)" onclick="alert(1)">Join</a>
  <p class="card">Dear Asha</p>
</body></html>`;

test('a letter keeps its looks and loses everything that runs, leads or loads', async () => {
  render(<LetterFrame title="The letter" html={hostile} />);
  const frame = page.getByTitle('The letter');
  await expect.element(frame).toBeVisible();
  await expect.poll(() => frame.element().getAttribute('srcdoc')).toContain('Dear Asha');
  const shown = frame.element().getAttribute('srcdoc') ?? '';
  expect(shown).toContain('.card { color: rgb(1, 2, 3) }');
  expect(shown).toContain('Join');
  expect(shown).not.toMatch(
    /elsewhere\.test|<script|<form|<input|<iframe|<base|<meta|<link|javascript:|\son\w+=/i,
  );
  // Not even what got through could run: the frame is allowed nothing.
  expect(frame.element().getAttribute('sandbox')).toBe('');
});
