import { FAILURE_LENGTH } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { JOB, UploadScene } from "../../testing/upload-scene.ts";
import { StatusMoves } from "./status-moves.ts";

function moving() {
  const scene = new UploadScene();
  const moves = new StatusMoves(scene.ports(), JOB);
  const stop = new AbortController();
  return { scene, moves, stop };
}

test("run/V1 and run/V2 changes arrive in their order, though the first is sent without a network", async () => {
  const { scene, moves, stop } = moving();
  scene.server.online = false;
  void moves.send("VALIDATING_SOURCE", stop.signal);
  const last = moves.send("GENERATING_METADATA_N_UPLOAD_TASK", stop.signal);
  await scene.clock.advance(20_000);
  expect(moves.isBusy).toBe(true);
  scene.server.online = true;
  expect(await scene.clock.settle(last)).toMatchObject({ kind: "answered" });
  expect(moves.isBusy).toBe(false);
  expect(scene.server.upload.statuses).toEqual([
    "VALIDATING_SOURCE",
    "GENERATING_METADATA_N_UPLOAD_TASK",
  ]);
});

test("run/V1 a change that is aborted while it waits for another is not sent", async () => {
  const { scene, moves, stop } = moving();
  const first = moves.send("VALIDATING_SOURCE", new AbortController().signal);
  const second = moves.send("GENERATING_METADATA_N_UPLOAD_TASK", stop.signal);
  stop.abort();
  await scene.clock.settle(first);
  expect(await second).toEqual({ kind: "aborted" });
  expect(scene.server.upload.statuses).toEqual(["VALIDATING_SOURCE"]);
});

test("run/V3 the last change overtakes those that wait, survives the page, and is not repeated", async () => {
  const { scene, moves } = moving();
  const kept: unknown[] = [];
  const { api } = scene.server;
  const call: typeof api.call = (route, input) => {
    kept.push(input.keepalive);
    return api.call(route, input);
  };
  const last = new StatusMoves(
    { ...scene.ports(), api: { call } },
    {
      flightId: "FL000123",
      uploadId: "0123456789abcdef01234567",
      uploadType: "LiDAR",
      sensorName: "Galaxy - 045",
      isUpdate: false,
      status: "READY_FOR_UPLOAD",
    },
  );
  scene.server.online = false;
  last.sendLast("VALIDATING_SOURCE");
  expect(moves.isBusy).toBe(false);
  await scene.clock.advance(60_000);
  expect(kept).toEqual([true]);
});

test("how a run failed goes along, cut by whole lines, and an empty text does not", async () => {
  const { scene, moves, stop } = moving();
  const fail = (failure: string) => moves.send("VALIDATING_SOURCE", stop.signal, { failure });
  const lines = Array.from({ length: 100 }, (_, i) => `${i}`.padStart(99, "."));
  await scene.clock.settle(fail(lines.join("\n")));
  const said = scene.server.failure ?? "";
  expect(said.length).toBeLessThanOrEqual(FAILURE_LENGTH);
  expect(said.split("\n")).toEqual([...lines.slice(0, 39), "and 61 more"]);
  await scene.clock.settle(fail(" \n"));
  expect(scene.server.failure).toBeUndefined();
});
