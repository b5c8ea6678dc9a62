import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manifests, objects } from "./server-object-conformance.ts";
import { pieces } from "./server-piece-conformance.ts";
import { Caller, refused, type ServerUnderTest } from "./server-under-test.ts";

const OTHER_BROWSER = "conformance-other-browser";

/** What the engine relies on in a server; declares the tests of one. */
export function serverConformance(name: string, open: () => Promise<ServerUnderTest>): void {
  describe(name, () => {
    let caller: Caller;
    const get = (): Caller => caller;
    beforeEach(async () => {
      caller = new Caller(await open());
    });
    afterEach(() => caller.under.close());
    describe("statuses", () => statuses(get));
    describe("the lease", () => leases(get));
    describe("the slot", () => slots(get));
    describe("the manifest", () => manifests(get));
    describe("objects", () => objects(get));
    describe("pieces", () => pieces(get));
  });
}

function statuses(get: () => Caller): void {
  test("lead from the folder to ready data", async () => {
    expect(await get().plan()).toEqual(get().names);
    await get().move("UPLOADING");
    await get().send();
    await get().move("UPLOAD_INTEGRITY_CHECK");
    expect(await get().missing()).toEqual([]);
    const state = await get().move("UPLOAD_COMPLETE");
    expect(state).toMatchObject({ status: "UPLOAD_COMPLETE", isOwn: true, reason: null });
    await get().under.finishWork();
    expect(await get().read()).toMatchObject({ status: "DATA_READY", reason: null });
    expect(await get().missing()).toEqual([]);
  });

  test("follow the table, and a repeated change is answered as made", async () => {
    const error = refused("INVALID_TRANSITION");
    await expect(get().move("UPLOADING")).rejects.toMatchObject(error);
    await get().move("VALIDATING_SOURCE");
    expect(await get().move("VALIDATING_SOURCE")).toMatchObject({ status: "VALIDATING_SOURCE" });
    await expect(get().move("UPLOAD_COMPLETE")).rejects.toMatchObject(error);
    expect((await get().read()).status).toBe("VALIDATING_SOURCE");
  });

  test("are passed on the way in one call, which may be repeated", async () => {
    const generating = { status: "GENERATING_METADATA_N_UPLOAD_TASK" };
    for (let call = 0; call < 2; call++)
      expect(
        await get().moveVia("VALIDATING_SOURCE", "GENERATING_METADATA_N_UPLOAD_TASK"),
      ).toMatchObject(generating);
    await get().save(get().under.manifest);
    await get().moveVia("CHECKING_CONCURRENT_UPLOAD", "UPLOADING");
    await get().send();
    const complete = await get().moveVia("UPLOAD_INTEGRITY_CHECK", "UPLOAD_COMPLETE");
    expect(complete).toMatchObject({ status: "UPLOAD_COMPLETE" });
  });

  test("are left on the way where the way on is refused, which the refusal says", async () => {
    await get().plan();
    await get().moveVia("CHECKING_CONCURRENT_UPLOAD", "UPLOADING");
    await get().send(get().names.slice(1));
    const error = refused("UPLOAD_INCOMPLETE", { remaining: 1, reached: "UPLOAD_INTEGRITY_CHECK" });
    for (let call = 0; call < 2; call++) {
      const asked = get().moveVia("UPLOAD_INTEGRITY_CHECK", "UPLOAD_COMPLETE");
      await expect(asked).rejects.toMatchObject(error);
      expect((await get().read()).status).toBe("UPLOAD_INTEGRITY_CHECK");
    }
  });

  test("are not moved where the way there is refused already", async () => {
    const asked = get().moveVia("CHECKING_CONCURRENT_UPLOAD", "UPLOADING");
    const error: unknown = await asked.catch((reason: unknown) => reason);
    expect(error).toMatchObject(refused("INVALID_TRANSITION"));
    expect(error).not.toHaveProperty("details.reached");
    expect((await get().read()).status).toBe("READY_FOR_UPLOAD");
  });

  test("are not complete while an object is missing, and the refusal counts them", async () => {
    await get().plan();
    await get().move("UPLOADING");
    await get().send(get().names.slice(1));
    await get().move("UPLOAD_INTEGRITY_CHECK");
    expect(await get().missing()).toEqual(get().names.slice(0, 1));
    const error = refused("UPLOAD_INCOMPLETE", { remaining: 1 });
    await expect(get().move("UPLOAD_COMPLETE")).rejects.toMatchObject(error);
    await get().move("UPLOADING");
    await get().send(get().names.slice(0, 1));
    await get().move("UPLOAD_INTEGRITY_CHECK");
    await get().move("UPLOAD_COMPLETE");
  });
}

function leases(get: () => Caller): void {
  test("is kept by the heartbeat of an active upload alone", async () => {
    await expect(get().beat()).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
    await get().plan();
    expect(await get().beat()).toMatchObject({ status: "CHECKING_CONCURRENT_UPLOAD" });
    await get().move("UPLOADING");
    await get().move("UPLOAD_PAUSED");
    await expect(get().beat()).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
  });

  test("is one browser's until it ends", async () => {
    await get().plan();
    await get().move("UPLOADING");
    const error = refused("UPLOAD_NOT_ACTIVE");
    await expect(get().beat(OTHER_BROWSER)).rejects.toMatchObject(error);
    await expect(get().move("UPLOAD_PAUSED", OTHER_BROWSER)).rejects.toMatchObject(error);
    await get().move("UPLOAD_PAUSED");
    await get().move("CHECKING_CONCURRENT_UPLOAD", OTHER_BROWSER);
    await expect(get().beat()).rejects.toMatchObject(error);
  });

  test("expires, which stalls the upload; it is resumed with what landed", async () => {
    await get().plan();
    await get().move("UPLOADING");
    await get().send(get().names.slice(0, 1));
    await get().under.expireLease();
    expect((await get().read()).status).toBe("UPLOAD_STALLED");
    await expect(get().beat()).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
    await get().move("CHECKING_CONCURRENT_UPLOAD");
    await get().move("UPLOADING");
    expect(await get().missing()).toEqual(get().names.slice(1));
  });
}

function slots(get: () => Caller): void {
  test("is granted at the head of the queue, which only a planned upload joins", async () => {
    await expect(get().place()).rejects.toMatchObject(refused("UPLOAD_NOT_ACTIVE"));
    await get().plan();
    expect(await get().place()).toEqual({ concurrentQueueDepth: 1, queueIndex: 0 });
    expect((await get().move("UPLOADING")).status).toBe("UPLOADING");
  });

  test("is refused with the position while another upload sends, and granted after it", async () => {
    const release = await get().under.occupySlot();
    await get().plan();
    expect(await get().place()).toEqual({ concurrentQueueDepth: 2, queueIndex: 1 });
    const error = refused("INVALID_TRANSITION", { queueIndex: 1 });
    await expect(get().move("UPLOADING")).rejects.toMatchObject(error);
    await get().move("UPLOAD_QUEUED");
    await release();
    expect(await get().place()).toMatchObject({ queueIndex: 0 });
    await get().move("UPLOADING");
  });
}
