import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { AppError } from "@swath/contract/errors";
import type { InstructionForm } from "@swath/contract/instructions";
import { endpoints } from "@swath/contract/endpoints";
import { systemClock } from "../../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openFileStore } from "../../platform/file-store/open-file-store.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import { serveInstructions } from "../instruction.routes.ts";

export const BUCKET = "swath-processing";
const identity = testIdentity("crew");

/** An instruction as its form sends it. */
export const form = (change: Partial<InstructionForm> = {}): InstructionForm => ({
  projectId: "PRJ00001",
  siteName: "North Pit",
  control: false,
  targetHorizontalDatum: "EPSG:7856",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: { kind: "grid", side: 1000, originX: 0, originY: 0, bounds: null },
  tileNaming: "{projectId}_{easting}_{northing}",
  products: [
    { type: "pointCloud", format: "las", points: "all" },
    { type: "raster", model: "dtm", format: "tif", cell: 1 },
  ],
  ...change,
});

export const errorOf = (promise: Promise<unknown>): Promise<AppError | undefined> =>
  promise.then(
    () => undefined,
    (error: AppError) => error,
  );

/** A database with the projects PRJ00001 and PRJ00002, and the calls of instructions on it. */
export async function openInstructionRig() {
  const { serve, ask } = recordServe();
  const database = await createTestDatabase();
  const { db } = database;
  const folder = await mkdtemp(join(tmpdir(), "swath-instructions-"));
  const store = await openFileStore({
    folder: join(folder, "objects"),
    secret: Buffer.from("a secret of this test only"),
    publicUrl: "",
    clock: systemClock,
  });
  await store.ensureBuckets([BUCKET]);
  await sql`INSERT INTO projects (project_id, name, manager, status, epsg) VALUES
    ('PRJ00001', 'Harbour', 'Ann', 'Open', 28356),
    ('PRJ00002', 'Mine', 'Ann', 'Open', NULL)`.execute(db);
  serveInstructions(serve, { db, store, bucket: BUCKET });
  return {
    db,
    store,
    ask,
    create: async (change: Partial<InstructionForm> = {}) =>
      (await ask(endpoints.createInstruction, { body: form(change), identity })).reply,
    update: async (
      id: string,
      updated: string,
      change: Partial<InstructionForm> = {},
      by = identity,
    ) => {
      const params = { instructionId: id };
      const request = { params, query: { updated }, body: form(change), identity: by };
      return (await ask(endpoints.updateInstruction, request)).reply;
    },
    upload: async (id: string, contents: string | Uint8Array) => {
      const path = join(folder, "sent");
      await writeFile(path, contents);
      const file = { name: "../../etc/passwd", type: "text/plain", bytes: contents.length, path };
      const params = { instructionId: id };
      const request = { params, form: { fields: {}, file }, identity };
      return (await ask(endpoints.uploadControlFile, request)).reply;
    },
    /** What is on record of instructions, the latest first. */
    events: async () => {
      const { rows } = await sql<{ action: string; detail: Record<string, unknown> }>`
        SELECT action, detail FROM audit.events
        WHERE action LIKE 'instruction.%' ORDER BY id DESC`.execute(db);
      return rows;
    },
    empty: async () => {
      await sql`TRUNCATE instructions`.execute(db);
      await sql`ALTER SEQUENCE instruction_numbers RESTART`.execute(db);
    },
    close: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type InstructionRig = Awaited<ReturnType<typeof openInstructionRig>>;
