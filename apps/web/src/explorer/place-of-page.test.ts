import { expect, test } from "vitest";
import { placeOfPage } from "./folder-view.tsx";

test.each([
  [{ page: 1, isLast: true, before: 0, shown: 1, total: 1, isExactTotal: false }, "1 item"],
  [{ page: 1, isLast: true, before: 0, shown: 300, total: 300, isExactTotal: false }, "300 items"],
  [
    { page: 1, isLast: false, before: 0, shown: 300, total: 301, isExactTotal: false },
    "1–300 of more than 300",
  ],
  [
    { page: 2, isLast: false, before: 300, shown: 300, total: 1_000_000, isExactTotal: false },
    "301–600 of about 1,000,000",
  ],
  [
    { page: 1, isLast: false, before: 0, shown: 300, total: 651, isExactTotal: true },
    "1–300 of 651",
  ],
  [
    { page: 3, isLast: true, before: 600, shown: 51, total: 651, isExactTotal: false },
    "601–651 of 651",
  ],
])("%j reads as %s", (state, text) => {
  expect(placeOfPage(state)).toBe(text);
});
