import { expect, test } from "vitest";
import { instructionFileSchema } from "./delivery.ts";

const FILE = {
  projectId: "PRJ00012",
  siteName: "North Pit",
  control: false,
  targetHorizontalDatum: "EPSG:7855",
  targetVerticalDatum: "AHD",
  tileExtents: { kind: "grid", side: 1000 },
  tileNaming: "{easting}_{northing}",
  products: [{ type: "raster", model: "dtm", cell: 1 }],
};

test("the file of an instruction is one of the company's books, or has no number there", () => {
  expect(instructionFileSchema.parse(FILE).ProcInstID).toBeNull();
  expect(instructionFileSchema.parse({ ...FILE, ProcInstID: "7" }).ProcInstID).toBe("7");
});

test("contract/V2 the file of an instruction names its tiles apart", () => {
  expect(
    instructionFileSchema.safeParse({ ...FILE, tileNaming: "{easting}" }).error?.issues,
  ).toMatchObject([
    {
      code: "custom",
      path: ["tileNaming"],
      message: "needs {easting} and {northing}, or {column} and {row}: tiles would have one name",
    },
  ]);
});

test.each([
  [{ targetHorizontalDatum: "EPSG:4326" }, "targetHorizontalDatum: is not offered"],
  [{ targetVerticalDatum: "MSL" }, "targetVerticalDatum: is not offered"],
  [{ siteName: "a/b" }, "siteName: must be letters, digits, spaces, _ and -"],
])("%j is refused: %s", (change, fault) => {
  const { error } = instructionFileSchema.safeParse({ ...FILE, ...change });
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
    fault,
  ]);
});
