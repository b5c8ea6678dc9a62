import { readFile } from "node:fs/promises";
import { AppError } from "@swath/contract/errors";
import { controlFileOf } from "@swath/contract/instructions";
import { readControlRows } from "@swath/survey/readers";
import { deliveryOf } from "../domain/instructions/instruction-of-project.ts";
import { recordEvent } from "../platform/audit/record-event.ts";
import { xxh128Of } from "../platform/hashing/xxh128.ts";
import type { FormFile } from "../platform/http/receive-form.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { noInstruction } from "./instruction-records.ts";
import type { Saver } from "./save-instruction.ts";

export interface ControlDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  /** The bucket of processings. */
  readonly bucket: string;
}

const invalid = (message: string): AppError =>
  new AppError("INVALID_REQUEST", message, { field: "controlFile" });

/**
 * How many control points a file holds.
 *
 * instruction/C1 it is text in UTF-8 without control characters but tabs and ends of lines;
 * instruction/C2 each line is a control point, at most 100,000 and at least one.
 */
function countPoints(bytes: Uint8Array): number {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("the file is not text in UTF-8");
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/.test(text))
    throw invalid("the file is not text: it holds control characters");
  const points = readControlRows(text);
  if ("fault" in points) throw invalid(`in the file ${points.fault}`);
  if (points.length === 0) throw invalid("the file has no control point");
  return points.length;
}

/**
 * Keeps the control points of an instruction with control, by their contents: what an attempt has read
 * stays. Throws INSTRUCTION_NOT_FOUND, or INVALID_REQUEST with what is wrong with the file.
 */
export async function keepControlFile(
  { db, store, bucket }: ControlDeps,
  id: string,
  file: FormFile | undefined,
  { identity, from }: Saver,
): Promise<void> {
  if (file === undefined) throw invalid("there is no file");
  const bytes = await readFile(file.path);
  const points = countPoints(bytes);
  const xxh128 = await xxh128Of(bytes);
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("instructions")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw noInstruction(id);
    const name = controlFileOf(deliveryOf(row));
    if (name === null) throw invalid("this instruction has no control");
    const key = `instructions/${id}/${xxh128}.txt`;
    await store.write(bucket, key, [bytes], { size: bytes.length });
    const uploaded = new Date().toISOString();
    const stored = { key, bytes: bytes.length, xxh128, points, uploaded };
    await trx
      .updateTable("instructions")
      .set({ control_file: JSON.stringify(stored) })
      .where("id", "=", id)
      .execute();
    const detail = { instruction: id, file: name, bytes: bytes.length, points, xxh128 };
    await recordEvent(trx, { action: "instruction.controlled", actor: identity, from, detail });
  });
}
