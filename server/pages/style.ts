import { createHash } from 'node:crypto';
import { accents } from '@gurukul/contract/shared/words/accents';
import type { Accent } from '@gurukul/contract/shared/words/accents';

const written = ([pale = '', , soft = '', , , , strong = '', dark = '', , night = '']: readonly string[]) => `
:root{color-scheme:light dark;--page:#faf6ef;--card:#fff;--ink:#20242c;--soft:#5b616b;--line:#8a8478;--edge:#e6ded0;--link:${dark};--button:${strong};--pale:${pale};--bad:#a12222}
@media(prefers-color-scheme:dark){:root{--page:#1a1511;--card:#251e18;--ink:#f2ebe0;--soft:#bfb3a2;--line:#8a7d6c;--edge:#44392d;--link:${soft};--pale:${night};--bad:#ff9d9d}}
*{box-sizing:border-box}
body{margin:0;border-top:6px solid var(--button);background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Telugu','Noto Sans Devanagari',sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:640px;margin:0 auto;padding:0 16px}
header{padding-top:24px}header p{margin:0;color:var(--link);font-weight:600}
footer{padding-bottom:32px}
h1{font-size:26px;line-height:1.25;margin:4px 0 16px}h2{font-size:22px;line-height:1.3;margin:28px 0 12px}h3{font-size:17px;margin:0 0 8px}
section,.card{background:var(--card);border:1px solid var(--edge);border-radius:12px;padding:16px;margin:0 0 12px}
section>:is(h2,h3):first-child{margin-top:0}main:last-child{padding-bottom:32px}
details.card{padding:0 16px;margin:0 0 8px}details.card[open]{padding-bottom:16px}
ul{list-style:none;margin:0;padding:0}li{padding:12px 0;border-top:1px solid var(--edge)}li:first-child{border-top:0;padding-top:0}li:last-child{padding-bottom:0}
p{margin:0 0 8px}.soft,small{color:var(--soft);font-size:14px}.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin-top:8px}
a{color:var(--link)}
button,.button{display:inline-flex;align-items:center;min-height:44px;padding:8px 16px;border:1px solid var(--button);border-radius:8px;background:var(--button);color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.plain{background:transparent;color:var(--link);border-color:var(--line)}
label{display:block;font-weight:600;margin:12px 0 4px}label small{display:block;font-weight:400}
input:not([type=checkbox]),select,textarea{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--ink);font:inherit}
fieldset{min-width:0}legend{font-size:17px;font-weight:700;padding:0 4px}[aria-invalid]{border-color:var(--bad)!important}.last{order:1}textarea{min-height:96px}.check{display:flex;gap:12px;align-items:center;font-weight:400;min-height:44px}.check input{flex:none;width:22px;height:22px}fieldset fieldset{border:0;margin:12px 0;padding:0}fieldset fieldset legend{font-size:16px;font-weight:600;padding:0}
.week{width:100%;table-layout:fixed;border-collapse:collapse;text-align:center;font-size:13px}.week :is(td,th){padding:1px 0;font-weight:400}.week td:first-child{width:44px}.week [scope=row]{white-space:nowrap}.week input{width:100%;height:30px;margin:0}
.code{max-width:220px;font-size:24px;letter-spacing:6px}
summary{min-height:44px;display:grid;grid-template-columns:1fr auto;align-content:center;align-items:center;gap:0 8px;padding:4px 0;cursor:pointer;color:var(--link);font-weight:600}
summary :is(h2,h3){font-size:17px;margin:0}summary .soft{font-weight:400;grid-area:2/1}summary::after{content:'▾' / '';grid-area:1/2}[open]>summary::after{content:'▴' / ''}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.note{background:var(--pale);border-radius:12px;padding:12px 16px;margin:0 0 12px;font-weight:600}.row+.note{margin-top:12px}.bad{color:var(--bad);font-weight:600}.note.bad{background:none;border:1px solid}
.next time{font-size:22px;font-weight:600;line-height:1.25}.strip{display:inline-flex;gap:3px;margin-inline-end:8px;vertical-align:middle}.strip i{width:8px;height:16px;border-radius:2px;border:2px solid var(--bad)}.strip .p{border-color:var(--button);background:var(--button)}.languages .row{margin:0 0 12px}
.off{text-decoration:line-through}.tag{color:var(--bad);font-weight:600}
img{max-width:100%}.text ul,.text ol{list-style:disc;padding-inline-start:24px}.text ol{list-style:decimal}.text li{padding:0;border:0}.text :is(h2,h3,h4){font-size:17px;margin:12px 0 4px}
form{margin:0}dl{margin:0;display:grid;grid-template-columns:auto 1fr;gap:4px 16px}dd{margin:0;text-align:end}
`;

export interface Style {
  readonly text: string;
  /** For the content security policy. */
  readonly hash: string;
}

const known = new Map<Accent, Style>();

/** The style sheet in the provider's colour. It is in the page, so that nothing else has to be loaded. */
export function styleOf(accent: Accent): Style {
  const found = known.get(accent);
  if (found !== undefined) return found;
  const text = written(accents[accent]);
  const style = { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
  known.set(accent, style);
  return style;
}
