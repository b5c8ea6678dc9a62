import { expect, test } from "vitest";
import { attachment } from "./attachment.ts";

test("a plain name is told twice", () => {
  expect(attachment("LDR_0001.las")).toBe(
    `attachment; filename="LDR_0001.las"; filename*=UTF-8''LDR_0001.las`,
  );
});

test("a name beyond ASCII is told in UTF-8, and by a stand-in to old browsers", () => {
  expect(attachment("Überflug 🛩.las")).toBe(
    `attachment; filename="_berflug _.las"; filename*=UTF-8''%C3%9Cberflug%20%F0%9F%9B%A9.las`,
  );
});

test.each([`a"; filename="b.exe`, "a\r\nSet-Cookie: b=c", "a\\b/c", "a%22b", "a\ud800b", ""])(
  "nothing in %j ends the header or its quotes",
  (name) => {
    expect(attachment(name)).toMatch(
      /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})*$/,
    );
  },
);
