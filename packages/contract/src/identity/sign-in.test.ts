import fc from "fast-check";
import { expect, test } from "vitest";
import { safeReturn } from "./sign-in.ts";

test.each([
  "/",
  "/post?page=2&sort=Date%20-1",
  "/post/FL000123?page=2",
  "/post/FL000123#uploads",
  "/explorer?prefix=a%2Fb",
  "/sign-in-done",
  "/authors",
])("sign-in may return to %s", (wanted) => {
  expect(safeReturn(wanted)).toBe(wanted);
});

test.each([
  undefined,
  7,
  "",
  "post",
  "//evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/%2F/evil.example",
  "/%5Cevil.example",
  "/\\evil.example",
  "/.\\/evil.example",
  "/\t/evil.example",
  "/a\nb",
  "/%0d%0aset-cookie:x",
  "https://evil.example/",
  "javascript:alert(1)",
  "/%zz",
  "/\ud800",
  `/${"a".repeat(3_000)}`,
  "/login?returnTo=%2Flogin",
  "/auth/logout",
  "/%61uth/logout",
  "/x/../auth/logout",
  "/idp/session/end",
  "/api/main/renew",
  "/store/uploads",
])("sign-in never returns to %j", (wanted) => {
  expect(safeReturn(wanted)).toBe("/");
});

const ofLength = (length: number): string => "/post?q=".padEnd(length, "a");

test("the way back has up to 2,048 characters, as it is wanted and as it is written", () => {
  expect(safeReturn(ofLength(2_048))).toBe(ofLength(2_048));
  expect(safeReturn(ofLength(2_049))).toBe("/");
  expect(safeReturn(`${"/x/..".repeat(500)}/post`)).toBe("/");
  expect(safeReturn(`/post?q=${"é".repeat(340)}`)).toBe(`/post?q=${"%C3%A9".repeat(340)}`);
  expect(safeReturn(`/post?q=${"é".repeat(341)}`)).toBe("/");
});

const HOSTILE = [
  "/",
  "\\",
  ".",
  "@",
  ":",
  "?",
  "#",
  "%",
  ";",
  "\t",
  "\n",
  "\r",
  "\0",
  " ",
  "//",
  "..",
  "/./",
  "/../",
  "%2e",
  "%2E%2e",
  "%2f",
  "%5c",
  "%09",
  "%00",
  "%25",
  "%2525",
  "evil.example",
  "https:",
  "javascript:",
  "auth/logout",
  "login",
  "post",
  "a",
  "\u2028",
  "／",
];
const hostile = fc
  .array(fc.constantFrom(...HOSTILE), { maxLength: 9 })
  .map((parts) => `/${parts.join("")}`);

test("whatever is wanted, the way back is a path of this site, and reads as itself", () => {
  const sites = ["https://swath.example", "http://localhost:4680"];
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), (wanted) => {
      const address = safeReturn(wanted);
      for (const site of sites) {
        const { origin, href } = new URL(address, `${site}/login`);
        expect(origin).toBe(site);
        expect(href).toBe(site + address);
      }
      expect(safeReturn(address)).toBe(address);
    }),
    { numRuns: 1_000, seed: 12 },
  );
});
