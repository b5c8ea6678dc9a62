import { fingerprintSchema } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { fingerprint } from "./browser-uploader.ts";

const casey = { givenName: "Casey", familyName: "Crew" };
const laptop = {
  userAgent: "Chromium",
  languages: ["en"],
  screen: "1920x1080x24",
  cores: 8,
  timeZone: "UTC",
  installation: "aa",
};

test("the same user in the same browser has the same fingerprint, in the form of the contract", () => {
  const one = fingerprint(casey, laptop);
  expect(fingerprintSchema.parse(one)).toBe(one);
  expect(fingerprint(casey, { ...laptop })).toBe(one);
});

test("another user, another screen and another machine of the model differ", () => {
  const all = [
    fingerprint(casey, laptop),
    fingerprint({ ...casey, givenName: "Robin" }, laptop),
    fingerprint(casey, { ...laptop, screen: "1425x900x24" }),
    fingerprint(casey, { ...laptop, installation: "ab" }),
  ];
  expect(new Set(all).size).toBe(all.length);
});
