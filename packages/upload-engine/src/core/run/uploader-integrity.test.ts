import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import type { FakeServer } from "../../testing/fake-server.ts";
import { folder, UploadScene } from "../../testing/upload-scene.ts";

const MB = 1_048_576;
const FILES = folder({ name: "b.laz", size: 50 * MB, zipped: false }, { name: "c.log", size: 100 });
const LAZ = "FL000123_045@b.laz";

function scene(): UploadScene {
  const made = new UploadScene();
  made.poster.bytesPerMs = 5_000;
  made.server.minPieceBytes = 50 * MB;
  return made;
}

/** Calls back at each check, and at each list of what is missing. */
function checked(world: UploadScene, at: { check?: () => void; list?: () => void }): void {
  world.server.before = (path, method) => {
    if (method === "GET" && path.includes("upload_progress")) at.list?.();
    else if (
      method === "PUT" &&
      path.endsWith("/status") &&
      world.server.upload.status === "UPLOADING"
    )
      at.check?.();
  };
}

test("run/I2 what the store lost is sent again", async () => {
  const world = scene();
  const uploader = world.open();
  let checks = 0;
  checked(world, {
    check: () => {
      if (checks++ === 0) world.server.landed.delete(LAZ);
    },
  });
  void uploader.start(FILES);
  await world.settle(uploader);
  expect(uploader.getSnapshot().status).toBe("DATA_READY");
  expect(world.poster.stored.filter((name) => name === LAZ).length).toBe(2);
  expect(checks).toBe(2);
});

test("run/I3 after three checks the upload is stalled, and a resumption counts anew", async () => {
  const world = scene();
  const uploader = world.open();
  let checks = 0;
  let losing = true;
  checked(world, {
    check: () => {
      checks++;
      if (losing) world.server.landed.delete(LAZ);
    },
  });
  void uploader.start(FILES);
  await world.settle(uploader);
  expect(checks).toBe(3);
  expect(uploader.getSnapshot()).toMatchObject({
    status: "UPLOAD_STALLED",
    hasFiles: true,
    error: { code: "INTEGRITY_CHECK_FAILED" },
  });
  losing = false;
  void uploader.resume();
  await world.settle(uploader);
  expect(uploader.getSnapshot().status).toBe("DATA_READY");
});

test("run/I4 a refused list drops the files and stalls the upload", async () => {
  const world = scene();
  const uploader = world.open();
  checked(world, {
    check: () => void world.server.landed.delete(LAZ),
    list: () => {
      throw new AppError("MANIFEST_MISSING", "no manifest");
    },
  });
  void uploader.start(FILES);
  await world.settle(uploader);
  expect(uploader.getSnapshot()).toMatchObject({ status: "UPLOAD_STALLED", hasFiles: false });
});

test("run/I5 a refusal to complete counts as a check where the list names nothing", async () => {
  const world = scene();
  const uploader = world.open();
  let checks = 0;
  let lost: FakeServer["landed"] | undefined;
  checked(world, {
    check: () => {
      checks++;
      lost = new Map(world.server.landed);
      world.server.landed.clear();
    },
    list: () => lost?.forEach((object, name) => world.server.landed.set(name, object)),
  });
  void uploader.start(FILES);
  await world.settle(uploader);
  expect(uploader.getSnapshot().status).toBe("UPLOAD_STALLED");
  expect(checks).toBe(3);
  expect(world.poster.stored.filter((name) => name === LAZ).length).toBe(1);
});

test.each([
  [2, 0],
  [1_000, 1],
])("run/I6 of %i objects is a status of the page's in %i calls", async (count, shown) => {
  const world = scene();
  const uploader = world.open();
  const files = Array.from({ length: count }, (_, i) => ({
    name: `${i}.laz`,
    size: 2 * MB,
    zipped: false,
  }));
  const seen = new Set<string>();
  uploader.subscribe(() => seen.add(uploader.getSnapshot().status));
  void uploader.start(folder(...files));
  await world.settle(uploader);
  expect(uploader.getSnapshot().status).toBe("DATA_READY");
  expect(seen.has("UPLOAD_INTEGRITY_CHECK")).toBe(shown === 1);
  expect(world.server.upload.statuses).toContain("UPLOAD_INTEGRITY_CHECK");
});
