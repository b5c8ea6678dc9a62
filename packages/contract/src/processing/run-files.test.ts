import { expect, test } from "vitest";
import { readProposal } from "./run-files.ts";

const proposal = {
  version: 1,
  record: "5f2d1c9ab34e77001f2c3d4e",
  values: { PriGNSSLeverX: 0.12 },
  deviations: { PriGNSSLeverX: 0.01 },
};

test("a proposal is read as a stage wrote it", () => {
  expect(readProposal(JSON.stringify(proposal))).toEqual(proposal);
});

test.each([
  ["no JSON", "{"],
  ["a proposal of another version", JSON.stringify({ ...proposal, version: 2 })],
  ["a parameter that there is not", JSON.stringify({ ...proposal, values: { Lever: 1 } })],
])("%s is no proposal", (_, text) => {
  expect(readProposal(text)).toBeUndefined();
});
