import { endpoints } from "@swath/contract/endpoints";
import { AppError } from "@swath/contract/errors";
import { fingerprintSchema } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { ApiError } from "../../platform/api/api-error.ts";
import type { Api } from "../../platform/api/api.ts";
import { engineCalls, fingerprint } from "./browser-uploader.ts";

function failing(error: unknown): Api {
  const fail = async () => {
    throw error;
  };
  return { call: fail, list: fail, file: fail };
}

function answered(status: number, code: string): ApiError {
  return new ApiError({ status, code, message: "no", details: { queueIndex: 2 }, requestId: "r" });
}

const call = (error: unknown) => engineCalls(failing(error)).call(endpoints.readSettings, {});

test("an answered error keeps its code and facts", async () => {
  const error = await call(answered(409, "INVALID_TRANSITION")).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: "INVALID_TRANSITION", details: { queueIndex: 2 } });
});

test("silence, and what a proxy answers in its own words, stay no answer", async () => {
  for (const silent of [answered(0, "UNREACHABLE"), answered(502, "UNREADABLE")])
    await expect(call(silent)).rejects.toBe(silent);
});

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
