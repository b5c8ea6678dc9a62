import { createHash } from "node:crypto";
import {
  INSTRUMENT_KINDS,
  type InstrumentDifference,
  type InstrumentFileFacts,
  type InstrumentKind,
} from "@swath/contract/calibrations";
import { AppError } from "@swath/contract/errors";
import type { InstrumentFiles } from "../../domain/calibrations/calibrations.tables.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { differingLines } from "./differing-lines.ts";
import { unpackTable } from "./instrument-table.ts";

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
