import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { DEMONSTRATION_ACCOUNTS, type DemonstrationAccount } from "./accounts.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const STYLE = `
:root { color-scheme: light dark; --ink: #14233c; --back: #f3f5f9; --card: #fff; --line: #8591a8; --deep: #0b2a55; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf6; --back: #0c1524; --card: #152238; --line: #7d8cab; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(26rem, 92vw); margin: 2rem 0; padding: 2rem; background: var(--card); border-radius: 12px; box-shadow: 0 2px 16px #0003; }
h1 { margin: 0; font-size: 1.5rem; }
p { margin: .25rem 0 1.25rem; }
label { display: block; font-weight: 600; }
input { width: 100%; margin: .25rem 0 .75rem; padding: .6rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px; }
button { width: 100%; padding: .6rem .75rem; font: inherit; border-radius: 8px; cursor: pointer; border: 1px solid var(--line); background: transparent; color: inherit; }
button.main { background: var(--deep); border-color: var(--deep); color: #fff; font-weight: 600; }
:focus-visible { outline: 3px solid #f2b705; outline-offset: 2px; }
ul { list-style: none; margin: .5rem 0 0; padding: 0; display: grid; gap: .5rem; }
li button { display: flex; justify-content: space-between; text-align: left; }
.error { margin: 0 0 1rem; padding: .6rem .75rem; border-radius: 8px; background: #b3261e; color: #fff; }
h2 { margin: 1.5rem 0 0; font-size: 1rem; }
`;

/** A page of the provider, as all of them look. */
function page(title: string, nonce: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/swath.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

function button({ id, givenName, familyName }: DemonstrationAccount): string {
  const name = escapeHtml(`${givenName} ${familyName}`);
  return `<li><button name="account" value="${escapeHtml(id)}"><span>${name}</span><code>${escapeHtml(id)}</code></button></li>`;
}

/** The sign-in page; `unknown` is a user name without an account. */
export function signInPage(nonce: string, unknown?: string): string {
  const error =
    unknown === undefined
      ? ""
      : `<p class="error" role="alert">There is no demonstration account named “${escapeHtml(unknown)}”.</p>`;
  return page(
    "Demonstration sign-in",
    nonce,
    `<h1>Demonstration sign-in</h1>
<p>These accounts are made up and need no password. A real installation signs in with its own identity provider.</p>
${error}
<form method="post">
<label for="login">User name</label>
<input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus maxlength="64">
<button class="main">Sign in</button>
</form>
<h2 id="accounts">Or sign in as</h2>
<form method="post"><ul aria-labelledby="accounts">${DEMONSTRATION_ACCOUNTS.map(button).join("")}</ul></form>`,
  );
}

const SIGN_OUT_BUTTON = `<button class="main" form="op.logoutForm" name="logout" value="yes">Sign out</button>`;

/** The page between signing out here and going back; its script, a file of ours, presses the button. */
export function signOutPage(nonce: string, form: string): string {
  return page(
    "Signing out",
    nonce,
    `<h1>Signing out</h1>
<p>The demonstration provider ends its session too.</p>
${form}
${SIGN_OUT_BUTTON}
<script src="/idp/sign-out.js" defer></script>`,
  );
}

/** The same for a link that anybody may have made: a person says whether it is meant. */
export function signOutQuestion(nonce: string, form: string): string {
  return page(
    "Sign out?",
    nonce,
    `<h1>Sign out?</h1>
<p>The page that you come from asks to end your sign-in at the demonstration provider.</p>
${form}
${SIGN_OUT_BUTTON}
<p><a href="/">Stay signed in</a></p>`,
  );
}

export const SIGN_OUT_SCRIPT = `document.querySelector("button").click();`;

export function problemPage(nonce: string, problem: string): string {
  return page(
    "Sign-in problem",
    nonce,
    `<h1>Sign-in did not work</h1>
<p class="error" role="alert">${escapeHtml(problem)}</p>
<p><a href="/auth/expired">Back to sign-in</a></p>`,
  );
}

type DeviceFlow = NonNullable<NonNullable<Configuration["features"]>["deviceFlow"]>;

/** Signing a program in by a code that the person enters in a browser (RFC 8628), with our pages. */
export function deviceFlow(nonceOf: (ctx: KoaContextWithOIDC) => string): DeviceFlow {
  return {
    enabled: true,
    userCodeInputSource: async (ctx, form, _out, error) => {
      ctx.body = deviceCodePage(nonceOf(ctx), form, error !== undefined);
    },
    userCodeConfirmSource: async (ctx, form, client, _device, userCode) => {
      const program = client.clientName ?? client.clientId;
      ctx.body = deviceConfirmPage(nonceOf(ctx), { form, program, userCode });
    },
    successSource: async (ctx) => {
      ctx.body = devicePairedPage(nonceOf(ctx));
    },
  };
}

/** The page for the code that a program shows; `form` is the provider's own. */
function deviceCodePage(nonce: string, form: string, refused: boolean): string {
  const error = refused
    ? `<p class="error" role="alert">There is no such code, or it was used or has expired.</p>`
    : "";
  // The policy of pages allows no script in an attribute.
  const labelled = form
    .replace(/ onfocus="[^"]*"/, "")
    .replace('name="user_code"', 'name="user_code" aria-labelledby="code"');
  return page(
    "Sign in on a command line",
    nonce,
    `<h1>Sign in on a command line</h1>
<p id="code">Enter the code that the program shows</p>
${error}
${labelled}
<button class="main" form="op.deviceInputForm">Continue</button>`,
  );
}

/** The page on which a person says that the program is theirs. */
function deviceConfirmPage(
  nonce: string,
  { form, program, userCode }: { form: string; program: string; userCode: string },
): string {
  return page(
    "Confirm the program",
    nonce,
    `<h1>Is this your program?</h1>
<p><strong>${escapeHtml(program)}</strong> wants to sign in as you. It must show the code <code>${escapeHtml(userCode)}</code> now.</p>
<p>If somebody sent you the code, or the program is not before you, refuse.</p>
${form}
<button class="main" form="op.deviceConfirmForm">Continue</button>
<p></p>
<button form="op.deviceConfirmForm" name="abort" value="yes">Refuse</button>`,
  );
}

function devicePairedPage(nonce: string): string {
  return page(
    "Signed in",
    nonce,
    `<h1>Signed in</h1>
<p role="status">The program is signed in. You can close this page.</p>`,
  );
}
