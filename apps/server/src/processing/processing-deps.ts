import type { Identity } from "@swath/contract/identity";
import type { CalibrationFile } from "@swath/contract/processing";
import type { BucketRole } from "@swath/contract/uploads";
import type { ProjectInstruction } from "../domain/instructions/instruction-of-project.ts";
import type { KnownTemplates } from "../domain/processing/known-templates.ts";
import type { Processing } from "../domain/processing/processing.tables.ts";
import type { CallOrigin } from "../platform/audit/record-event.ts";
import type { Clock } from "../platform/clock/clock.ts";
import type { ComputeEngine } from "../platform/compute/compute-engine.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { StagePrograms } from "./stages/command-arguments.ts";
import type { StageCatalogue } from "./stages/stage-catalogue.ts";

/** The records of other areas that stages read. */
export interface ProcessingRecords {
  /** The calibration that a processing was matched with; undefined without one. */
  readonly calibration: (processing: Processing) => Promise<CalibrationFile | undefined>;
  /** The same as a resubmission finds it (calibration/K5). */
  readonly renewedCalibration: ProcessingRecords["calibration"];
  /** The instruction of its project; a text names the part that is missing. */
  readonly instruction: (
    processing: Processing,
  ) => Promise<ProjectInstruction | string | undefined>;
  /** The project's coordinate system, or the instruction's where the project has none. */
  readonly coordinates: (
    processing: Processing,
  ) => Promise<{ readonly epsg: number | null; readonly verticalDatum: string | null }>;
}

export interface RunDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  readonly engine: ComputeEngine;
  readonly catalogue: StageCatalogue;
  /** The catalogue's templates, with the facts of their stages that records need. */
  readonly templates: KnownTemplates;
  readonly records: ProcessingRecords;
  /** The folder of runs' folders, which server and nodes share; absolute. */
  readonly spool: string;
  /** The access to the object store, which a run's folder holds for its owner only. */
  readonly storeAccess: string;
  readonly programs: StagePrograms;
  readonly clock: Clock;
  /** Called with the error of one run; the orchestrator goes on with the others. */
  readonly onProblem: (problem: { run: string; error: unknown }) => void;
}

export interface ProcessingDeps extends Pick<
  RunDeps,
  "db" | "templates" | "buckets" | "catalogue" | "clock"
> {
  /** Whether a mark that is set by hand is refused without a reason. */
  readonly requireReason: boolean;
}

/** The caller of a change, and the state of the record that the caller saw. */
export interface Caller {
  readonly identity: Identity;
  readonly from: CallOrigin;
  /** The record's `Updated` that the caller saw; undefined: any. */
  readonly updated: string | undefined;
}
