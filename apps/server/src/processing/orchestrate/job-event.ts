import {
  type JobEvent,
  JOB_STATES,
  type JobArea,
  type JobStatus,
} from "@swath/contract/processing";
import type { RunState } from "../../platform/compute/compute-engine.ts";

type Phase = Exclude<RunState["phase"], "ended">;

const EVENTS: Readonly<Record<Phase, Partial<Record<JobStatus, JobEvent>>>> = {
  waiting: { QUEUING: "accept", ON_HOLD: "release" },
  running: { QUEUING: "start", QUEUED: "start", ON_HOLD: "start" },
  held: { QUEUING: "accept", QUEUED: "hold", RUNNING: "hold" },
};

/** The event that brings a job to where its engine says its run is; undefined where it is there. */
export function jobEvent(area: JobArea, status: JobStatus, phase: Phase): JobEvent | undefined {
  const event = EVENTS[phase][status];
  if (event === undefined) return undefined;
  return JOB_STATES[area].nextStatus(status, event) === undefined ? undefined : event;
}
