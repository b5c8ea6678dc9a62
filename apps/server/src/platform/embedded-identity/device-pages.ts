import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { escapeHtml, page } from "./pages.ts";

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
