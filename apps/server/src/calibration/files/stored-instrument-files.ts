import {
  INSTRUMENT_KINDS,
  type InstrumentDifference,
  type InstrumentFileFacts,
  type InstrumentKind,
  surveyDay,
} from "@swath/contract/calibrations";
import { AppError } from "@swath/contract/errors";
import { type AsyncZippable, strToU8, zip } from "fflate";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import type { InstrumentFiles } from "../../domain/calibrations/calibrations.tables.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { differingLines } from "./differing-lines.ts";
import { unpackTable } from "./instrument-table.ts";

/** Thirty megabytes of text take a processor a second: in a thread of its own. */
const zipApart = promisify<AsyncZippable, Uint8Array>(zip);

/** A name without what a file system, or a header, takes for something else. */
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9._ -]/g, "_");

/**
 * The instrument files of a record as a zip, and its name `{SensorName}_{Aircraft}_{DDMMYYYY}.zip`
 * (decision 16), the files by the names that they were uploaded with; CALIBRATION_NOT_FOUND, OBJECT_NOT_FOUND where the record has none.
 */
export async function instrumentZip(
  db: Db,
  id: string,
): Promise<{ readonly name: string; readonly zip: Uint8Array }> {
  const details = { calibrationId: id };
  const row = await db
    .selectFrom("calibrations")
    .select(["sensor_name", "aircraft", "survey_date", "instrument_files"])
    .where("kind", "=", "lidar")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined)
    throw new AppError("CALIBRATION_NOT_FOUND", `there is no calibration ${id}`, details);
  if (row.instrument_files === null)
    throw new AppError("OBJECT_NOT_FOUND", "the record has no instrument files", details);
  const { RES, TBL, LCP, names } = row.instrument_files;
  const name = plain(
    `${row.sensor_name}_${row.aircraft}_${surveyDay(row.survey_date.toISOString())}`,
  );
  const table = await unpackTable(Buffer.from(TBL, "base64"));
  if (table === undefined)
    throw new AppError("OBJECT_NOT_FOUND", "the record's TBL file cannot be unpacked", details);
  const zipped = await zipApart({
    [names?.RES ?? `${name}.RES`]: strToU8(RES),
    [names?.TBL ?? `${name}.TBL`]: table,
    [names?.LCP ?? `${name}.LCP`]: strToU8(LCP),
  });
  return { name: `${name}.zip`, zip: zipped };
}

interface Contents {
  readonly facts: InstrumentFileFacts;
  readonly bytes: Buffer;
}

async function filesOf(db: Db, id: string): Promise<InstrumentFiles | null> {
  const row = await db
    .selectFrom("calibrations")
    .select("instrument_files")
    .where("kind", "=", "lidar")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row !== undefined) return row.instrument_files;
  const details = { calibrationId: id };
  throw new AppError("CALIBRATION_NOT_FOUND", `there is no calibration ${id}`, details);
}

/** One file; null where the record has none, or one that cannot be unpacked. */
async function contentsOf(
  files: InstrumentFiles | null,
  kind: InstrumentKind,
): Promise<Contents | null> {
  if (files === null) return null;
  const bytes =
    kind === "TBL" ? await unpackTable(Buffer.from(files.TBL, "base64")) : Buffer.from(files[kind]);
  if (bytes === undefined) return null;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bytes, facts: { name: files.names?.[kind] ?? null, bytes: bytes.length, sha256 } };
}

/** The text of a file; undefined where it is none. */
function textOf({ bytes }: Contents): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function linesOf(first: Contents | null, second: Contents | null): InstrumentDifference["lines"] {
  if (first === null || second === null || first.bytes.equals(second.bytes)) return null;
  const [one, other] = [textOf(first), textOf(second)];
  return one === undefined || other === undefined ? null : differingLines(one, other);
}

/** The instrument files of two records side by side; CALIBRATION_NOT_FOUND. */
export async function instrumentDifferences(
  db: Db,
  ids: { readonly first: string; readonly second: string },
): Promise<InstrumentDifference[]> {
  const [ofFirst, ofSecond] = await Promise.all([filesOf(db, ids.first), filesOf(db, ids.second)]);
  const differences: InstrumentDifference[] = [];
  for (const kind of INSTRUMENT_KINDS) {
    const first = await contentsOf(ofFirst, kind);
    const second = await contentsOf(ofSecond, kind);
    const lines = linesOf(first, second);
    differences.push({ kind, first: first?.facts ?? null, second: second?.facts ?? null, lines });
  }
  return differences;
}
