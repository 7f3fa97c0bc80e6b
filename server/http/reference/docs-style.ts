/** The style sheet of the API reference. It needs nothing of the portal. */
export const docsStyle = `
:root { color-scheme: light dark; --paper: #fbf9f4; --card: #fff; --ink: #26221b; --soft: #645c4e; --line: #e3dccd; --accent: #8a3b12;
  --get: #1d5f8a; --post: #2d6a33; --put: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181d; --card: #1e2128; --ink: #ece7dc; --soft: #b0a998; --line: #343842; --accent: #f0a878;
  --get: #8cc4ec; --post: #93d39a; --put: #ecc06a; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 'Source Sans 3', 'Source Sans 3 Variable', system-ui, sans-serif;
  display: grid; grid-template: auto 1fr / 13rem minmax(0, 60rem); column-gap: 2.5rem; padding: 0 1.5rem 4rem; }
header { grid-column: 1 / -1; border-bottom: 1px solid var(--line); padding: 1.5rem 0 1rem; margin-bottom: 1.5rem; }
h1, h2 { font-family: 'Source Serif 4', Georgia, serif; font-weight: 600; line-height: 1.2; margin: 0; }
h1 { font-size: 2rem; } header p { margin: .4rem 0 0; color: var(--soft); }
h2 { font-size: 1.5rem; margin: 2.2rem 0 .8rem; } section:first-child h2 { margin-top: 0; }
nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow: auto; }
nav ul { list-style: none; margin: 0; padding: 0; } nav a { display: inline-block; padding: .2rem 0; }
small { color: var(--soft); font-size: .85em; font-weight: 400; }
a { color: var(--accent); } h3 a { color: inherit; text-decoration: none; } h3 a:hover code { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.2rem; margin: 0 0 1rem; }
article:target { border-color: var(--accent); }
h3 { margin: 0; font-size: 1.05rem; line-height: 1.5; overflow-wrap: anywhere; } article > p { margin: .3rem 0 .6rem; }
code, var { font-family: ui-monospace, 'Cascadia Code', Menlo, monospace; font-size: .92em; font-style: normal; } var { color: var(--accent); }
.method { font-size: .75rem; letter-spacing: .05em; border: 1.5px solid; border-radius: 5px; padding: .1rem .4rem; margin-right: .5rem; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.marks { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 .6rem; }
.marks li { font-size: .85rem; border: 1px solid var(--line); border-radius: 99px; padding: 0 .6rem; color: var(--soft); }
.texts { color: var(--soft); font-size: .92rem; } q { color: var(--ink); }
summary { cursor: pointer; font-weight: 600; padding: .2rem 0; } details + details { margin-top: .3rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th { text-align: left; font-weight: 600; color: var(--soft); } th, td { padding: .3rem .8rem .3rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; } td { overflow-wrap: anywhere; min-width: 4rem; } td:first-child { white-space: nowrap; }
.d1 { padding-left: 1.2rem; } .d2 { padding-left: 2.4rem; } .d3 { padding-left: 3.6rem; } .d4 { padding-left: 4.8rem; }
@media (max-width: 52rem) { body { display: block; padding: 0 1rem 3rem; } nav { position: static; max-height: none; } nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1rem; } }
`;
