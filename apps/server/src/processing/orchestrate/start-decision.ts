import { type JobStatus, LAST_FORMER_VERSION } from "@swath/contract/processing";
import { UPLOAD_STATUS, type UploadStatus, type UploadType } from "@swath/contract/uploads";
import {
  isImagery,
  type KnownTemplate,
  takesCalibration,
} from "../../domain/processing/known-templates.ts";
import type { WaitsOn } from "../../domain/processing/processing.tables.ts";

/** The facts that decide whether a processing starts by itself. */
export interface StartFacts {
  readonly documentMajorVersion: number;
  readonly template: string | null;
  readonly projectId: string | null;
  readonly sensors: readonly string[];
  readonly aircraft: string;
  /** Uploads of the flight that are of the log's sensors. */
  readonly uploads: readonly { readonly type: UploadType; readonly status: UploadStatus }[];
  /** The records that calibration/K4 chooses. */
  readonly lidarCalibration: string | null;
  readonly imageryCalibration: string | null;
  readonly jobs: readonly { readonly name: string; readonly status: JobStatus }[];
}

export type StartDecision =
  /** The first job is ordered, with the calibration record that it is made with. */
  | { readonly start: string; readonly calibrationId: string | null }
  | { readonly waitsOn: WaitsOn; readonly waitsFor: string }
  /** Something of it began already, or nothing of it applies. */
  | "begun";

const FORMER = `Documents up to version ${LAST_FORMER_VERSION} are processed by the former service`;

const waits = (waitsOn: WaitsOn, waitsFor: string): StartDecision => ({ waitsOn, waitsFor });

function missingUploads({ uploads }: StartFacts, template: KnownTemplate): string | undefined {
  for (const type of template.uploads) {
    const own = uploads.filter((upload) => upload.type === type);
    if (own.some(({ status }) => status === "DATA_READY")) continue;
    const [first] = own;
    return first === undefined
      ? `Waits for a ${type} upload, which this sensor log does not have`
      : `Waits for the upload ${type} (${UPLOAD_STATUS[first.status].label})`;
  }
  return undefined;
}

/**
 * Decides whether a processing starts by itself (document 3; states of a processing, section 6). The
 * first missing condition is named:
 *
 * processing/C0 its document is not of a former version;
 * processing/C1 its template is installed;
 * processing/C2 every upload that the template names, of the log's own sensors, is DATA_READY;
 * processing/C3 a calibration record is in force (calibration/K4), if anything is georeferenced;
 * processing/C4 no job of it has started.
 */
export function startDecision(
  facts: StartFacts,
  template: KnownTemplate | undefined,
): StartDecision {
  if (facts.documentMajorVersion <= LAST_FORMER_VERSION) return waits("former", FORMER);
  if (facts.template === null)
    return waits(
      "template",
      facts.projectId === null
        ? "The sensor log has no project, and so no processing template"
        : `Project ${facts.projectId} has no processing template`,
    );
  if (template === undefined)
    return waits("template", `The processing template ${facts.template} is not installed`);
  const first = facts.jobs.find(({ status }) => status !== "NOT_APPLICABLE");
  if (first === undefined || facts.jobs.some(({ status }) => !isAtRest(status))) return "begun";
  const missing = missingUploads(facts, template);
  if (missing !== undefined) return waits("uploads", missing);
  if (!takesCalibration(template)) return { start: first.name, calibrationId: null };
  const calibrationId = isImagery(template) ? facts.imageryCalibration : facts.lidarCalibration;
  if (calibrationId !== null) return { start: first.name, calibrationId };
  return waits(
    "calibration",
    `No matching parameters: none of ${facts.sensors.join(", ") || "no sensor"} in ${facts.aircraft} were in force at the flight`,
  );
}

const isAtRest = (status: JobStatus): boolean =>
  status === "NOT_COMMENCED" || status === "NOT_APPLICABLE" || status === "UNAVAILABLE";
