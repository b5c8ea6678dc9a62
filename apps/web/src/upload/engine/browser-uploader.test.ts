import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import { expect, test } from "vitest";
import { ApiError } from "../../platform/api/api-error.ts";
import type { Api } from "../../platform/api/api.ts";
import { engineCalls } from "./browser-uploader.ts";

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
