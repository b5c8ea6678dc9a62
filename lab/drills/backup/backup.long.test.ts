import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { Installation } from "../installation.ts";
import { pointInTimeDrill } from "./point-in-time.ts";
import { backupDrill } from "./backup-drill.ts";

/** Data folders and databases are many files. */
const REMOVAL_MS = 300_000;

test("a database comes back to the moment before a mistake, by PostgreSQL's own archive", async () => {
  const place = temporaryFolder("point-in-time");
  onTestFinished(() => removeFolder(place), REMOVAL_MS);
  expect(await pointInTimeDrill(place)).toMatchObject({ isRight: true });
}, 600_000);

test("what is backed up, destroyed and restored elsewhere has every file and receipt; sessions have ended, and jobs that ran are asked for again", async () => {
  const place = temporaryFolder("backup-drill");
  onTestFinished(() => removeFolder(place), REMOVAL_MS);
  const web = join(place, "web");
  mkdirSync(web);
  chmodSync(web, 0o777);
  writeFileSync(join(web, "index.html"), "<!doctype html><title>Swath</title>");
  const at = { checkout: resolve("."), web };
  const finding = await backupDrill(place, new Installation(join(place, "data"), at));
  expect(finding).toEqual({ saw: expect.stringContaining("lost: nothing"), isRight: true });
}, 600_000);
