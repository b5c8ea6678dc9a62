import { AppError } from "@swath/contract/errors";
import type { UploadQuotas } from "@swath/contract/uploads";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { expect, test } from "vitest";
import { sayQuotas } from "./quota-warnings.ts";

async function said(answer: () => Promise<UploadQuotas>): Promise<string[]> {
  const lines: string[] = [];
  await sayQuotas({ call: answer } as unknown as ApiCalls, { say: (text) => lines.push(text) });
  return lines;
}

const QUOTAS: UploadQuotas = {
  slots: { used: 1, limit: 4 },
  uploads: { used: 79, limit: 100 },
  bytes: { used: 399e9, limit: 500e9 },
  storage: null,
};

test("nothing is said before a quota is nearly used up", async () => {
  expect(await said(async () => QUOTAS)).toEqual([]);
});

test("what is nearly used up is said with figures, and with what ends it", async () => {
  const near = {
    ...QUOTAS,
    bytes: { used: 412e9, limit: 500e9 },
    storage: { used: 1.1e15, limit: 1e15 },
  };
  expect(await said(async () => near)).toEqual([
    expect.stringMatching(
      /^You have used 412 of 500 GB of your uploads' quota\. .*is cancelled\.$/,
    ),
    expect.stringMatching(/: 1\.1 of 1 PB\. Nothing is refused/),
  ]);
});

const unknown = () => Promise.reject(new AppError("ROUTE_NOT_FOUND", "no such call"));

test("a server of an earlier release, which tells none, holds no upload up", async () => {
  expect(await said(unknown)).toEqual([]);
});
