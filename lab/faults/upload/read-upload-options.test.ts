import { expect, test } from "vitest";
import { readUploadOptions } from "./read-upload-options.ts";

test("a campaign of uploads is repeated by its seed, and may be of chosen kinds alone", () => {
  const words = ["--seed", "7", "--uploads", "3", "--faults", "2", "--kinds", "cut,reset"];
  expect(readUploadOptions(words)).toEqual({
    seed: 7,
    uploads: 3,
    faults: 2,
    kinds: ["cut", "reset"],
  });
});

test.each([[["--kinds", "unknown"]], [["--seed", "x"]], [["--uploads", "0"]], [["--surprise"]]])(
  "words that mean nothing start no campaign: %j",
  (words) => {
    expect(readUploadOptions(words)).toBeUndefined();
  },
);
