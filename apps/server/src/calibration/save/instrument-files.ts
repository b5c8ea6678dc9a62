import {
  type CalibrationForm,
  instrumentFileFaults,
  instrumentKind,
  type InstrumentKind,
  MOST_INSTRUMENT_BYTES,
  sizeFault,
  tableFault,
  textFault,
} from "@swath/contract/calibrations";
import { AppError } from "@swath/contract/errors";
import { unpackTable } from "../files/instrument-table.ts";
import type { InstrumentFiles } from "../../domain/calibrations/calibrations.tables.ts";

const refused = (faults: readonly string[]): AppError =>
  new AppError("INVALID_REQUEST", faults[0] ?? "the instrument files were refused", { faults });

const check = (fault: string | undefined): void => {
  if (fault !== undefined) throw refused([fault]);
};

/** RES and LCP are texts. */
function checkText(kind: "RES" | "LCP", contents: string): void {
  check(sizeFault(kind, Buffer.byteLength(contents)));
  check(textFault(kind, contents));
}

/** A TBL file that would unpack beyond the bound is refused. */
async function checkTable(contents: string): Promise<void> {
  const packed = Buffer.from(contents, "base64");
  // What is no base64 is skipped by the decoder.
  if (packed.toString("base64") !== contents) throw refused(["TBL file is not in base64."]);
  const most = MOST_INSTRUMENT_BYTES.TBL;
  const table = await unpackTable(packed);
  if (table === undefined)
    throw refused([`TBL file is not gzipped, damaged, or larger than ${most / 1e6} MB.`]);
  check(sizeFault("TBL", table.length));
  check(tableFault(table));
}

const namesOf = (names: readonly string[]): Record<InstrumentKind, string> => {
  const of = (kind: InstrumentKind) => names.find((name) => instrumentKind(name) === kind) ?? "";
  return { RES: of("RES"), TBL: of("TBL"), LCP: of("LCP") };
};

/**
 * The instrument files of a form once they were checked: one each, by the naming standard, of sound
 * contents (document 3, section 5); undefined where it has none. INVALID_REQUEST with `faults`.
 */
export async function instrumentFilesOf(
  form: CalibrationForm,
): Promise<InstrumentFiles | undefined> {
  const { LMSInstrumentRES: RES, LMSInstrumentTBL: TBL, LMSInstrumentLCP: LCP } = form;
  const { InstrumentFileNames: names } = form;
  if ([RES, TBL, LCP, names].every((each) => each === undefined)) return undefined;
  const faults = instrumentFileFaults(names ?? [], {
    sensorName: form.SensorName,
    aircraft: form.Aircraft,
    surveyDate: form.SurveyDate,
  });
  if (faults.length > 0) throw refused(faults);
  if (RES === undefined || TBL === undefined || LCP === undefined)
    throw refused(["All three instrument files are sent together."]);
  checkText("RES", RES);
  checkText("LCP", LCP);
  await checkTable(TBL);
  return { RES, TBL, LCP, names: namesOf(names ?? []) };
}
