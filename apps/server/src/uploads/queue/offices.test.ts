import { expect, test } from "vitest";
import { officeFinder } from "./offices.ts";

const officeOf = officeFinder([
  {
    name: "perth",
    slots: 6,
    networks: [
      ["203.0.113.0", 24],
      ["2001:db8::", 32],
    ],
  },
  { name: "darwin", slots: 2, networks: [["198.51.100.7", 32]] },
]);

test.each([
  ["203.0.113.9", "perth"],
  ["::ffff:203.0.113.9", "perth"],
  ["2001:db8:1::5", "perth"],
  ["198.51.100.7", "darwin"],
  ["198.51.100.8", null],
  ["2001:db9::1", null],
  ["no address", null],
])("%s is of the office %s", (address, office) => {
  expect(officeOf(address)).toBe(office);
});
