const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** The product's colours (`apps/web/src/ui/theme`): these pages are drawn without it, and without a script. */
const STYLE = `
:root { color-scheme: light dark; --back: #0a1e3d; --card: #fff; --raised: #f4f6f9; --ink: #172033; --soft: #4d5a70; --line: #dde2ea; --edge: #76839a; --link: #12305c; --error: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --back: #0e1420; --card: #161e2d; --raised: #1e2839; --ink: #e6ebf4; --soft: #a6b2c6; --line: #2a3548; --edge: #7d8cab; --link: #9dbdf5; --error: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; background: var(--back); color: var(--ink); font: 15px/1.45 "Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, "Noto Sans", sans-serif; }
main { width: min(27rem, 100%); padding: clamp(1.25rem, 4vw, 2rem); background: var(--card); border-radius: 18px; box-shadow: 0 6px 24px #0006; }
main.wide { width: min(44rem, 100%); }
header { display: flex; align-items: center; gap: .75rem; margin-bottom: 1.25rem; font-weight: 650; }
header img { width: 36px; height: 36px; border-radius: 8px; }
header span { display: block; font-weight: 400; font-size: .85rem; color: var(--soft); }
h1 { margin: 0; font-size: 1.4rem; font-weight: 650; }
h2 { margin: 1.25rem 0 .5rem; font-size: 1rem; font-weight: 650; }
p { margin: .25rem 0 1rem; color: var(--soft); }
a { color: var(--link); }
code { font-size: .85em; }
label { display: block; font-weight: 600; }
input { width: 100%; margin: .25rem 0 .75rem; padding: .65rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: 6px; }
button { width: 100%; min-height: 44px; padding: .6rem .75rem; font: inherit; border-radius: 6px; cursor: pointer; border: 1px solid var(--edge); background: transparent; color: inherit; }
button.main { background: #ffc629; border-color: #ffc629; color: #12203a; font-weight: 600; }
button.main:hover { background: #ffd866; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
.error { margin: 1rem 0; padding: .6rem .75rem; border: 1px solid var(--error); border-radius: 6px; color: var(--error); }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li button { display: grid; grid-template-columns: 13rem 1fr auto; align-items: center; column-gap: 1rem; border: 0; border-radius: 0; padding: .5rem .75rem; text-align: left; line-height: 1.3; }
li button:hover { background: var(--raised); }
li button:focus-visible { outline-offset: -3px; }
li strong, li small { display: block; }
li strong { font-weight: 650; }
li small { font-size: .82rem; color: var(--soft); }
li span { font-size: .9rem; }
li code { color: var(--soft); }
@media (max-width: 36rem) { li button { grid-template-columns: 1fr auto; row-gap: .15rem; } li code { grid-row: 1; grid-column: 2; } li span + span { grid-column: 1 / -1; } }
.typed { display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; align-items: end; }
.typed label { grid-column: 1 / -1; }
.typed input { margin-bottom: 0; }
.typed button { width: auto; padding-inline: 1.5rem; }
@media (forced-colors: active) { button { border: 1px solid ButtonText; } li button { border: 0; } }
`;

interface PageOf {
  readonly title: string;
  /** Of the reply's policy: styles without it are not applied. */
  readonly nonce: string;
  readonly isWide?: boolean;
}

/** A page of the demonstration's provider, as all of them look. */
export function page({ title, nonce, isWide = false }: PageOf, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/swath.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body><main${isWide ? ' class="wide"' : ""}>
<header><img src="/swath.svg" alt=""><div>Swath<span>The demonstration’s own identity provider</span></div></header>
${body}</main></body>
</html>`;
}
