import type { Endpoint } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type { StoredVerification, StoredVerifications } from "@swath/contract/uploads";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { expect, test } from "vitest";
import { EXIT } from "../exit-codes.ts";
import { verifyCommand } from "./verify-command.ts";

const AT = "2026-11-28T10:00:00.000Z";
const READING: StoredVerification = {
  state: "reading",
  ordered: AT,
  by: "Crew",
  ahead: 0,
  begun: AT,
  ended: null,
  cancelledBy: null,
  files: 2,
  bytes: 1,
  totalBytes: 4,
  damaged: 0,
  cold: 0,
  mayCancel: true,
};
const answer = (
  change: Partial<StoredVerification>,
  paths: string[] = [],
): StoredVerifications => ({
  latest: { ...READING, ...change },
  damaged: paths.map((path) => ({ path, bucket: "lidar", fault: "content", found: AT })),
  damagedPlaces: paths.length,
});

/** Runs the command against a server that answers so, one look after the other. */
async function run(answers: (StoredVerifications | Error)[], cancel = false) {
  const said: string[] = [];
  const asked: Endpoint[] = [];
  const call = async (endpoint: Endpoint) => {
    asked.push(endpoint);
    if (endpoint === endpoints.readFlight)
      return { FlightID: "FL000123", Uploads: [{ _id: "u", Type: "LiDAR", SensorName: "S" }] };
    const next = answers.shift()!;
    if (next instanceof Error) throw next;
    return next;
  };
  const exit = await verifyCommand(
    { folder: "FL000123_045", flight: undefined, type: undefined, sensor: undefined, cancel },
    {
      api: { call } as unknown as ApiCalls,
      terminal: { say: (text) => said.push(text), show: () => {} },
      wait: async () => {},
    },
  );
  return { exit, text: said.join("\n"), asked };
}

test("it orders a reading and waits for its end, through a server that is away", async () => {
  const whole = answer({ state: "read", ended: AT, bytes: 4 });
  const { exit, text, asked } = await run([answer({}), new TypeError("away"), answer({}), whole]);
  expect(exit).toBe(EXIT.ready);
  expect(text).toContain(`2 files, all as sealed, read from ${AT} to ${AT}.`);
  expect(asked.filter((endpoint) => endpoint === endpoints.verifyStored)).toHaveLength(1);
});

test("damaged files are named, and the exit code tells", async () => {
  const { exit, text } = await run([
    answer({ state: "read", ended: AT, damaged: 1 }, ["FL000123_045/a.laz"]),
  ]);
  expect(exit).toBe(EXIT.failed);
  expect(text).toContain("damaged (content) in lidar: FL000123_045/a.laz");
  expect(text).toContain("1 of 2 files are damaged");
});

test.each([
  [{ state: "cancelled", cancelledBy: "Alex" }, "ended by Alex"],
  [{ state: "replaced" }, "was changed"],
  [{ state: "read", files: 0 }, "nothing to compare"],
] as const)("an end as %j is no success", async (facts, words) => {
  const { exit, text } = await run([answer({ ended: AT, ...facts })]);
  expect(exit).toBe(EXIT.failed);
  expect(text).toContain(words);
});

test("--cancel ends the reading", async () => {
  const { exit, asked } = await run([answer({ state: "cancelled", ended: AT })], true);
  expect(exit).toBe(EXIT.ready);
  expect(asked).toEqual([endpoints.readFlight, endpoints.cancelVerification]);
});
