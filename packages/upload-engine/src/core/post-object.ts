import { routes } from "@swath/contract/routes";
import { uploadService } from "@swath/contract/uploads";
import type { PreparedObject } from "../ports/preparer.ts";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import { askUntilAnswered, leaseIsLost, type Refusal } from "./asking.ts";
import { waitForNetwork } from "./back-off.ts";
import type { UploadJob } from "./uploader.ts";

export type ObjectOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "busy" }
  | { readonly kind: "aborted" }
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "unreadable"; readonly path: string }
  | { readonly kind: "leaseLost"; readonly refusal: Refusal };

/** Gateways that could not reach the store: as good as no answer. */
const GATEWAY: ReadonlySet<number> = new Set([408, 502, 504]);

/**
 * Sends one prepared object: authorisation, then the form.
 *
 * O1 every attempt asks for a new authorisation, since a form expires;
 * O2 silence is waited out with the same blob, however long, and counts as no failure;
 * O3 a 503 and every other answer but a success go back to the caller, who decides;
 * O4 an authorisation refused with 403, 404 or 409 means that the lease is lost, unless it is the
 *    object itself that does not fit the plan.
 */
export async function postObject(
  ports: UploaderPorts,
  job: UploadJob,
  object: { readonly name: string; readonly prepared: PreparedObject },
  watch: { readonly signal: AbortSignal; onSent(bytes: number): void },
): Promise<ObjectOutcome> {
  for (let attempt = 1; ; attempt++) {
    const form = await authorise(ports, job, object, watch.signal);
    if (form.kind === "aborted") return form;
    if (form.kind === "refused")
      return leaseIsLost(form) ? { kind: "leaseLost", refusal: form } : form;
    const outcome = await ports.poster.post(form.value, object.prepared.body, watch);
    if (watch.signal.aborted) return { kind: "aborted" };
    if (outcome.kind === "refused" && !GATEWAY.has(outcome.status)) return outcome;
    if (outcome.kind !== "silence" && outcome.kind !== "refused") return outcome;
    watch.onSent(0);
    await waitForNetwork(ports, attempt, watch.signal);
    if (watch.signal.aborted) return { kind: "aborted" };
  }
}

function authorise(
  ports: UploaderPorts,
  job: UploadJob,
  { name, prepared }: { readonly name: string; readonly prepared: PreparedObject },
  signal: AbortSignal,
): ReturnType<typeof askUntilAnswered<typeof routes.authoriseUpload>> {
  return askUntilAnswered(ports, routes.authoriseUpload, {
    service: uploadService(job.uploadType),
    signal,
    body: {
      uploadId: job.uploadId,
      filePath: name,
      uploadType: job.uploadType,
      size: prepared.body.size,
      checksum: prepared.checksum,
      segments: [...prepared.segments],
    },
  });
}
