import type { Flight, FlightUpload, SensorEquipment } from "@swath/contract/flights";
import {
  type AcceptedFile,
  flightFacts,
  type ReportedRule,
  type ReportRequest,
} from "@swath/survey";
import type { ReportView } from "@swath/survey/report";

/** What a folder of an upload is validated against. */
export function validationRequest(
  flight: Flight,
  upload: Pick<FlightUpload, "Type" | "SensorName">,
  equipment: readonly SensorEquipment[],
  {
    isUpdate = false,
    companions,
  }: { readonly isUpdate?: boolean; readonly companions: readonly string[] },
): ValidationRequest {
  return {
    ...flightFacts(flight, upload.SensorName),
    flightId: flight.FlightID,
    sensorName: upload.SensorName,
    uploadType: upload.Type,
    equipment,
    now: Date.now(),
    isUpdate,
    companions,
  };
}

/** What a folder is validated against, and how; its files come apart. */
export type ValidationRequest = Omit<ReportRequest, "files" | "reasonOf">;

/** A file that goes up, with its place in the order in which the files were added. */
export interface AcceptedPick extends AcceptedFile {
  readonly index: number;
}

/** The calls of the page to the validation worker. */
export interface ValidationCalls {
  add(paths: readonly string[]): void;
  /** After the last name: validates the names whatever the sizes. */
  validateNames(request: ValidationRequest): NamesResult;
  /** Bytes of the files, in the order in which they were added. */
  addSizes(sizes: readonly number[]): void;
  /** After the last size: validates everything. */
  validate(request: ValidationRequest): ReportOutline;
  /** The answer to `filesNeeded`. */
  addFiles(files: ReadonlyMap<number, File>): void;
  /** The report as an HTML file, once validated; `checkedAt` is UTC in milliseconds since 1970. */
  page(checkedAt: number): Blob;
}

/** Files or names in one event: an event of this length takes the page about a millisecond. */
export const PIECE = 2000;

/** The events of the validation worker; long lists come in pieces before the result. */
export interface ValidationEvents {
  readonly filesNeeded: readonly number[];
  readonly progress: ContentsProgress;
  readonly accepted: readonly AcceptedPick[];
  readonly offending: Offending;
}

/** Names that break a rule, each with its reason where the rule gives some. */
export interface Offending {
  readonly rule: string;
  readonly files: readonly string[];
  readonly reasons: readonly string[] | undefined;
}

/** Files whose contents are read. */
export interface ContentsProgress {
  readonly done: number;
  readonly total: number;
}

/** The result of the names alone; sizes and contents may still add to it. */
export interface NamesResult {
  readonly valid: number;
  /** Rules that block the folder. */
  readonly problems: number;
}

/** A report whose rules lack the names sent before it. */
export type ReportOutline = Omit<ReportView, "rules"> & {
  readonly rules: readonly Omit<ReportedRule, "files" | "reasons">[];
};
