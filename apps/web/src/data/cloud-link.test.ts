import { expect, test } from "vitest";
import { cloudAddress } from "./cloud-link.ts";

test("a link names a job's clouds, or a file with whatever its name holds", () => {
  expect(cloudAddress({ processing: "a1", job: "ICP2_MineIP1" })).toBe(
    "/clouds?processing=a1&job=ICP2_MineIP1",
  );
  expect(cloudAddress({ bucket: "swath-ai", file: "a b/ü&x.copc.laz" })).toBe(
    "/clouds?bucket=swath-ai&file=a+b%2F%C3%BC%26x.copc.laz",
  );
  expect(cloudAddress({ processing: "12e4" })).toBe("/clouds?processing=%2212e4%22");
});
