import type { WireAlgorithm } from "@swath/contract/settings";
import { type Manifest, manifestName, type UploadAuthReply } from "@swath/contract/uploads";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import { UPLOAD_RETRIES } from "../state/task-queue.ts";
import type { UploadJob } from "../state/upload-job.ts";
import { backOff, pause, waitForNetwork } from "./back-off.ts";
import { FormRequest, type NamedObject, type ObjectOutcome, postObject } from "./post-object.ts";
import type { Refusal } from "./request.ts";

export type ManifestOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "aborted" }
  | { readonly kind: "leaseLost"; readonly refusal: Refusal }
  | { readonly kind: "failed"; readonly reason: string };

/** Given up so long after its last sign of life. */
const SILENCE_MS = 60_000;

/** The manifest's own object; its body is owed to the preparer's `release`. */
export async function prepareManifest(
  { preparer }: Pick<UploaderPorts, "preparer">,
  manifest: Manifest,
  wire: WireAlgorithm,
): Promise<NamedObject> {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  const prepared = await preparer.prepareBytes(bytes, wire);
  return { name: manifestName(manifest.flightId), prepared };
}

interface ManifestPost {
  readonly object: NamedObject;
  /** Of the first attempt, where the server gave one along with its answer to the manifest. */
  readonly form: UploadAuthReply | undefined;
  readonly signal: AbortSignal;
  /** Called after each attempt, with whether the store has no room. */
  readonly onStoreFull: (isFull: boolean) => void;
}

/**
 * Posts the manifest itself as `{FlightID}_metadata.json`; a failure is repeated 2 times, and a post
 * without a response, or to a store that is busy or full, without end.
 */
export async function postManifest(
  ports: UploaderPorts,
  job: UploadJob,
  { object, form: given, signal, onStoreFull }: ManifestPost,
): Promise<ManifestOutcome> {
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    const form =
      attempt === 1 && given !== undefined
        ? ({ kind: "answered", value: given } as const)
        : await new FormRequest(ports, job, object, signal).answer();
    const outcome = await endSilent(ports, signal, (options) =>
      postObject(ports.poster, form, object, options),
    );
    onStoreFull(outcome.kind === "full");
    if (outcome.kind === "noResponse") {
      await waitForNetwork(ports, attempt, signal);
      if (signal.aborted) return { kind: "aborted" };
      continue;
    }
    if (outcome.kind === "stored" || outcome.kind === "aborted" || outcome.kind === "leaseLost")
      return outcome;
    // A busy or full store says nothing about this object, so it is no failure.
    if (outcome.kind !== "busy" && outcome.kind !== "full" && ++failures > UPLOAD_RETRIES)
      return {
        kind: "failed",
        reason: outcome.kind === "refused" ? outcome.message : outcome.path,
      };
    await pause(ports.clock, backOff(failures + 2, ports.clock.random()), signal);
    if (signal.aborted) return { kind: "aborted" };
  }
}

/** Ends a post that was silent for a minute, as one without a response. */
async function endSilent(
  { clock }: UploaderPorts,
  signal: AbortSignal,
  post: (options: { signal: AbortSignal; onSent: () => void }) => Promise<ObjectOutcome>,
): Promise<ObjectOutcome> {
  const silent = new AbortController();
  const stop = (): void => silent.abort();
  let cancel = clock.after(SILENCE_MS, stop);
  const onSent = (): void => {
    cancel();
    cancel = clock.after(SILENCE_MS, stop);
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const outcome = await post({ signal: silent.signal, onSent });
  cancel();
  signal.removeEventListener("abort", stop);
  return outcome.kind === "aborted" && !signal.aborted ? { kind: "noResponse" } : outcome;
}
