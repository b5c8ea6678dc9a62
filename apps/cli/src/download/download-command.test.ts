import { expect, test } from "vitest";
import { EXIT } from "../exit-codes.ts";
import { downloadCommand } from "./download-command.ts";

const file = (path: string, isCold: boolean) => ({ path, bytes: 1, places: [{ isCold }] });

test("what is in cold storage is told before anything is downloaded", async () => {
  const upload = { _id: "0".repeat(24), Type: "LiDAR", SensorName: "Galaxy - 045" };
  const answers: Readonly<Record<string, object>> = {
    "/flights/:flightId": { FlightID: "FL000123", Uploads: [upload] },
  };
  const api = {
    call: async ({ path }: { path: string }) =>
      answers[path] ?? { files: [file("a.range", false), file("b.range", true), file("c", true)] },
  };
  const said: string[] = [];
  const parts = { api, server: "http://swath.example", terminal: { say: said.push } };
  const words = {
    flight: "FL000123",
    folder: "",
    to: "/nowhere",
    type: undefined,
    sensor: undefined,
  };
  await expect(downloadCommand(words as never, parts as never)).rejects.toMatchObject({
    exit: EXIT.failed,
    message: expect.stringMatching(
      /b\.range and 1 more cannot be read.*Restore the flight/,
    ) as string,
  });
  expect(said).toEqual([]);
});
