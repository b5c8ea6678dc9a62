import { expect, test } from "vitest";
import { placeOfPage } from "./place-of-page.ts";

test.each([
  [{ page: 0, isLast: true, before: 0, shown: 1, total: 1 }, "1 item"],
  [{ page: 0, isLast: true, before: 0, shown: 300, total: 300 }, "300 items"],
  [{ page: 0, isLast: false, before: 0, shown: 300, total: 301 }, "1–300 of more than 300"],
  [
    { page: 1, isLast: false, before: 300, shown: 300, total: 1_000_000 },
    "301–600 of about 1,000,000",
  ],
  [{ page: 2, isLast: true, before: 600, shown: 51, total: 651 }, "601–651 of 651"],
])("%j reads as %s", (state, text) => {
  expect(placeOfPage(state)).toBe(text);
});
