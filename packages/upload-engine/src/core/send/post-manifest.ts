import type { WireAlgorithm } from "@swath/contract/settings";
import { type Manifest, manifestName } from "@swath/contract/uploads";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import { UPLOAD_RETRIES } from "../state/task-queue.ts";
import type { UploadJob } from "../state/upload-job.ts";
import { backOff, pause } from "./back-off.ts";
import { postObject } from "./post-object.ts";
import type { Refusal } from "./request.ts";

export type ManifestOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "aborted" }
  | { readonly kind: "leaseLost"; readonly refusal: Refusal }
  | { readonly kind: "failed"; readonly reason: string };

/** Posts the manifest itself as `{FlightID}_metadata.json`; a failure is repeated 2 times. */
export async function postManifest(
  ports: UploaderPorts,
  job: UploadJob,
  manifest: Manifest,
  wire: WireAlgorithm,
  signal: AbortSignal,
): Promise<ManifestOutcome> {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  const prepared = await ports.preparer.prepareBytes(bytes, wire);
  const object = { name: manifestName(job.flightId), prepared };
  let failures = 0;
  for (;;) {
    const outcome = await postObject(ports, job, object, { signal, onSent: () => {} });
    if (outcome.kind === "stored" || outcome.kind === "aborted" || outcome.kind === "leaseLost")
      return outcome;
    // A busy store says nothing about this object, so it is no failure.
    if (outcome.kind !== "busy" && ++failures > UPLOAD_RETRIES)
      return {
        kind: "failed",
        reason: outcome.kind === "refused" ? outcome.message : outcome.path,
      };
    await pause(ports.clock, backOff(failures + 2, ports.clock.random()), signal);
    if (signal.aborted) return { kind: "aborted" };
  }
}
