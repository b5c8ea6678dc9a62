import type { InstrumentDifference } from "@swath/contract/calibrations";
import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { lidarRecord } from "../testing/records.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { Comparison } from "./comparison.tsx";

let leave = (): void => undefined;
afterEach(() => leave());

async function open(compareInstrumentFiles: NonNullable<FakeAnswers["compareInstrumentFiles"]>) {
  const api = fakeApi({ compareInstrumentFiles });
  const rendered = await renderPage(api);
  leave = rendered.leave;
  const records = [lidarRecord(), lidarRecord({ _id: "b".repeat(24) })] as const;
  rendered.draw(
    <Comparison
      of={{ kind: "lidar", records }}
      onlyDifferences={false}
      onOnlyDifferences={() => undefined}
      onSwap={() => undefined}
    />,
  );
  return api;
}

const file = (digit: string, name: string | null) => ({
  name,
  bytes: 6,
  sha256: digit.repeat(64),
});
const DIFFERENCES: InstrumentDifference[] = [
  {
    kind: "RES",
    first: file("a", "one.RES"),
    second: file("b", "other.RES"),
    lines: {
      from: 7,
      lines: [
        { of: "both", text: "unit m" },
        { of: "first", text: "bias 0.1\r" },
        { of: "second", text: "bias 0.2\u202E" },
      ],
      isCut: true,
    },
  },
  { kind: "TBL", first: file("c", null), second: file("c", null), lines: null },
  { kind: "LCP", first: file("d", "one.LCP"), second: null, lines: null },
];

test("values are compared also where instrument files cannot be", async () => {
  const answers = [
    () => {
      throw new ApiError({ status: 500, code: "INTERNAL_ERROR", message: "It failed." });
    },
    () => DIFFERENCES,
  ];
  await open(() => answers.shift()!());
  await expect.element(screen.getByText("All values are the same")).toBeVisible();
  await expect.element(screen.getByText("Instrument files could not be compared")).toBeVisible();
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("2 of 21 values differ")).toBeVisible();
});

test("lines of instrument files that differ are shown, with what else cannot be seen in them", async () => {
  await open(() => DIFFERENCES);
  const files = screen.getByRole("region", {
    name: "What differs in the RES files, from line 7 on",
  });
  const lines = files.getByRole("region", { name: "Lines of the RES files" });
  await expect.element(lines.getByText("unit m")).toBeVisible();
  await expectAccessible();
  await expect.element(lines.getByText(/^Only in the first:/)).toBeInTheDocument();
  const shown = [...lines.element().firstElementChild!.children].map((line) => line.textContent);
  expect(shown).toEqual([
    "  unit m",
    "Only in the first: − bias 0.1␍",
    `Only in the second: + ${safeText("bias 0.2\u202E")}`,
  ]);
  expect(shown[2]).not.toContain("\u202E");
  await expect.element(files.getByText(/^More may differ/)).toBeVisible();
  expect(screen.getByRole("region", { name: /TBL|LCP/ }).elements()).toHaveLength(0);
});
