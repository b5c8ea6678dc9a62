import { expect, test } from "vitest";
import { preparationSeconds } from "./prepared-clouds.ts";

test("a compressed file takes longer than an uncompressed one of as many bytes, and more bytes longer", () => {
  const size = 1e9;
  const las = preparationSeconds({ key: "a.las", size });
  const laz = preparationSeconds({ key: "a.LAZ", size });
  expect(laz).toBeGreaterThan(las);
  expect(preparationSeconds({ key: "a.laz", size: 2 * size })).toBeGreaterThan(laz);
});
