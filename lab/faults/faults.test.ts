import { expect, test } from "vitest";
import { readOptions } from "./read-options.ts";
import { expectedOutputs, faultCatalogue } from "./stages.ts";
import { readUploadOptions } from "./upload/read-upload-options.ts";
import { verifyPublications } from "./verify-publications.ts";

const written = (attempt: number, more = "") => ({
  key: "p/EACH/manifest.json",
  text: JSON.stringify({ attempt, more }),
});

test("an attempt may be published again with the same bytes, as after a kill", () => {
  expect(verifyPublications([written(1), written(1), written(2)])).toEqual([]);
});

test("an attempt that is published with other bytes, or after a later one, is a violation", () => {
  expect(verifyPublications([written(1), written(1, "x")])).toEqual([
    "p/EACH/manifest.json: attempt 1 was published twice, with other bytes",
  ]);
  expect(verifyPublications([written(2), written(1)])).toEqual([
    "p/EACH/manifest.json: attempt 1 was published after attempt 2",
  ]);
});

test("each stage of the stand has outputs that are known beforehand", () => {
  expect(Object.keys(expectedOutputs())).toEqual([...faultCatalogue().stages.keys()]);
});

test("the command wants its subject, and whole numbers", () => {
  expect(readOptions(["processing", "--seed", "7"])).toMatchObject({ seed: 7, faults: 300 });
  expect(readOptions(["processing", "--seed", "x"])).toBeUndefined();
  expect(
    readOptions(["processing", "--minutes", "9", "--stands", "local,slurm:5"])?.stands,
  ).toEqual([
    { engine: "local", minutes: 9 },
    { engine: "slurm", minutes: 5 },
  ]);
  expect(readOptions(["processing", "--stands", "cloud"])).toBeUndefined();
  expect(readOptions([])).toBeUndefined();
});

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
