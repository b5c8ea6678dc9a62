import { DEMONSTRATION_ACCOUNTS, type DemonstrationAccount } from "./accounts.ts";
import { escapeHtml, page } from "./page-frame.ts";

/** A person to sign in as, by one press. */
function person({ id, givenName, familyName, post, does }: DemonstrationAccount): string {
  const [name, is, may] = [`${givenName} ${familyName}`, post, does].map(escapeHtml);
  return `<li><button name="account" value="${escapeHtml(id)}">
<span><strong>${name}</strong><small>${is}</small></span><span>${may}</span><code>${escapeHtml(id)}</code></button></li>`;
}

/** The sign-in page; `unknown` is a user name without an account. */
export function signInPage(nonce: string, unknown?: string): string {
  const error =
    unknown === undefined
      ? ""
      : `<p class="error" role="alert">Nobody of the demonstration has the user name “${escapeHtml(unknown)}”. Choose one of these people.</p>`;
  return page(
    { title: "Demonstration sign-in", nonce, isWide: true },
    `<h1>Who are you in this demonstration?</h1>
<p>These people are made up and need no password: choose one, and come back as another to see what differs. A real installation signs in with the company’s own identity provider.</p>
${error}
<form method="post"><ul aria-label="People of the demonstration">${DEMONSTRATION_ACCOUNTS.map(person).join("")}</ul></form>
<form method="post">
<h2 id="typed">Or by user name</h2>
<div class="typed"><label for="login">User name</label>
<input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="64">
<button class="main">Sign in</button></div>
</form>`,
  );
}
