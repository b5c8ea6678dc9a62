import { expect, test } from "vitest";
import { DEMONSTRATION_ACCOUNTS } from "./accounts.ts";
import { signInPage } from "./sign-in-page.ts";

test("the page names each person, what they are and may do, as a button of a form that needs no script", () => {
  const html = signInPage("n0nce");
  for (const { id, givenName, familyName, post, does } of DEMONSTRATION_ACCOUNTS) {
    const button = html.split("<li>").find((each) => each.includes(`value="${id}"`)) ?? "";
    for (const text of [`${givenName} ${familyName}`, post, does]) expect(button).toContain(text);
  }
  expect(html).toContain('<form method="post">');
  expect(html).not.toContain("<script");
  expect(html).not.toContain('role="alert"');
});

test("a user name that nobody has is said as text", () => {
  expect(signInPage("n0nce", `<b>"x"`)).toContain("“&lt;b&gt;&quot;x&quot;”");
});
