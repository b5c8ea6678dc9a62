import type {
  CalibrationFile,
  JobArea,
  PreflightCheck,
  PreflightLevel,
  PreflightLine,
  StageFile,
} from "@swath/contract/processing";
import type { Capacity } from "../../platform/compute/compute-engine.ts";

/** A line of a check. */
export const line = (
  Check: PreflightCheck,
  Level: PreflightLevel,
  Text: string,
  Advice: string | null = null,
): PreflightLine => ({ Check, Level, Text, Advice });

/** The inputs of an order, or the reason why it would wait or fail. */
export type InputFacts =
  | { readonly waits: string }
  | { readonly fault: string }
  | {
      readonly files: number;
      readonly bytes: number;
      readonly tasks: number;
      /** Files that were looked for in the store, and those of them that are not there as listed. */
      readonly looked: number;
      readonly unreadable: readonly string[];
    };

/** Where the system of points may come from; null where a job places none. */
export interface CoordinateFacts {
  /** Clouds whose first bytes were read; how many of them state a system, or do not say there. */
  readonly clouds: number;
  readonly stating: number;
  readonly unclear: number;
  /** EPSG codes of the stage's parameter and of the project. */
  readonly parameter: number | null;
  readonly project: number | null;
  /** Whether the stage has such a parameter. */
  readonly hasParameter: boolean;
}

/** The calibration that a resubmission would read, and the one that its processing has; null: not read. */
export interface CalibrationFacts {
  readonly taken: CalibrationFile | undefined;
  readonly former: CalibrationFile | undefined;
  /** Whether LMS processes by it; and the current version. */
  readonly supported: boolean;
  readonly lmsVersion: string | undefined;
}

export interface SpaceFacts {
  /** The probable size of its outputs; null if unknown. */
  readonly needed: number | null;
  /** Free where results go, and where tasks work; null where that is not said. */
  readonly store: number | null;
  readonly scratch: number | null;
}

export interface EngineFacts {
  readonly kind: "local" | "slurm";
  /** Undefined where it did not answer. */
  readonly capacity: Capacity | undefined;
  /** The program of the stage's command; `found` null where a node alone sees that. */
  readonly program: { readonly name: string; readonly found: boolean | null };
}

/** The facts that a preflight is decided from. */
export interface PreflightFacts {
  readonly job: { readonly name: string; readonly label: string; readonly area: JobArea };
  readonly sensor: string | null;
  /** Undefined where no file of it is installed: then nothing but that is said. */
  readonly stage: StageFile | undefined;
  /** Why jobs that come before it are not done, in words. */
  readonly before: readonly string[];
  readonly inputs: InputFacts;
  readonly coordinates: CoordinateFacts | null;
  readonly calibration: CalibrationFacts | null;
  readonly space: SpaceFacts;
  readonly engine: EngineFacts;
}
