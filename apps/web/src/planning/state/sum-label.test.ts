import { expect, test } from "vitest";
import { sumLabel } from "../planning-page.tsx";

const SUM = {
  key: "k",
  lines: 12,
  crossStrips: 1,
  areas: 1,
  metres: 242_640,
  hours: 1.092,
  inside: 0.914,
};

test("an instruction's sums are read in one line, whose parts do not break", () => {
  const text =
    "12 lines · 1 cross-strip of them · 1 area · 242.6 km · 1.1 h on line · 91 % within AOI's";
  expect(sumLabel(SUM)?.replaceAll("\u00A0", " ")).toBe(text);
  expect(sumLabel(SUM)).toContain("91\u00A0%");
  expect(sumLabel({ ...SUM, lines: 0, areas: 0 })).toBeUndefined();
  const area = { ...SUM, lines: 0, crossStrips: 0, metres: 0, hours: 0, inside: undefined };
  expect(sumLabel(area)).toBe("1\u00A0area");
});
