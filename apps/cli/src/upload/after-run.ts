import type { UploadSnapshot } from "@swath/upload-engine";

export type AfterRun = "ready" | "paused" | "resume" | "failed";

interface Facts {
  readonly snapshot: Pick<UploadSnapshot, "status" | "hasFiles">;
  /** Whether the person asked for a pause. */
  readonly interrupted: boolean;
  /** Resumptions so far that nobody asked for. */
  readonly resumed: number;
}

/** More would only repeat what does not pass. */
const MOST_RESUMPTIONS = 5;

/**
 * What follows once the engine's run is over.
 *
 * cli/R1 data that is ready ends the command well;
 * cli/R2 a pause that the person asked for ends it, to be gone on with;
 * cli/R3 what the server stalled is resumed without being asked, five times at most: a lost lease, or
 *    pieces that arrived damaged;
 * cli/R4 all else is a failure.
 */
export function afterRun({ snapshot, interrupted, resumed }: Facts): AfterRun {
  const { status, hasFiles } = snapshot;
  if (status === "DATA_READY") return "ready";
  if (interrupted) return "paused";
  const rests = status === "UPLOAD_STALLED" || status === "UPLOAD_PAUSED";
  return rests && hasFiles && resumed < MOST_RESUMPTIONS ? "resume" : "failed";
}
