import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { escapeHtml, page } from "./page-frame.ts";

const SIGN_OUT_BUTTON = `<button class="main" form="op.logoutForm" name="logout" value="yes">Sign out</button>`;

/** The page between signing out here and going back; its script, a file of ours, presses the button. */
export function signOutPage(nonce: string, form: string): string {
  return page(
    { title: "Signing out", nonce },
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
    { title: "Sign out?", nonce },
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
    { title: "Sign-in problem", nonce },
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
    { title: "Sign in on a command line", nonce },
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
    { title: "Confirm the program", nonce },
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
    { title: "Signed in", nonce },
    `<h1>Signed in</h1>
<p role="status">The program is signed in. You can close this page.</p>`,
  );
}
