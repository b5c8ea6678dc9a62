import { routes } from "@swath/contract/routes";
import { uploadService } from "@swath/contract/uploads";
import type { PreparedObject } from "../../ports/preparer.ts";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import type { UploadJob } from "../state/upload-job.ts";
import { waitForNetwork } from "./back-off.ts";
import { isLeaseLost, type Refusal, requestWithRetry } from "./request.ts";

export type ObjectOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "busy" }
  | { readonly kind: "aborted" }
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "unreadable"; readonly path: string }
  | { readonly kind: "leaseLost"; readonly refusal: Refusal };

/** A gateway could not reach the store: the same as no response. */
const GATEWAY: ReadonlySet<number> = new Set([408, 502, 504]);

/**
 * Sends one prepared object: authorisation, then the form.
 *
 * send/O1 every attempt is authorised anew, since a form expires;
 * send/O2 without a response the same blob is posted again, without end, and that counts as no failure;
 * send/O3 a 503 and every other answer but a success are returned for the caller to decide;
 * send/O4 an authorisation refused with 403, 404 or 409 means that the lease is lost, unless it is the
 *    object itself that does not fit the plan.
 */
export async function postObject(
  ports: UploaderPorts,
  job: UploadJob,
  object: { readonly name: string; readonly prepared: PreparedObject },
  options: { readonly signal: AbortSignal; onSent(bytes: number): void },
): Promise<ObjectOutcome> {
  for (let attempt = 1; ; attempt++) {
    const form = await authorise(ports, job, object, options.signal);
    if (form.kind === "aborted") return form;
    if (form.kind === "refused")
      return isLeaseLost(form) ? { kind: "leaseLost", refusal: form } : form;
    const outcome = await ports.poster.post(form.value, object.prepared.body, options);
    if (options.signal.aborted) return { kind: "aborted" };
    if (outcome.kind === "refused" && !GATEWAY.has(outcome.status)) return outcome;
    if (outcome.kind !== "noResponse" && outcome.kind !== "refused") return outcome;
    options.onSent(0);
    await waitForNetwork(ports, attempt, options.signal);
    if (options.signal.aborted) return { kind: "aborted" };
  }
}

function authorise(
  ports: UploaderPorts,
  job: UploadJob,
  { name, prepared }: { readonly name: string; readonly prepared: PreparedObject },
  signal: AbortSignal,
): ReturnType<typeof requestWithRetry<typeof routes.authoriseUpload>> {
  return requestWithRetry(ports, routes.authoriseUpload, {
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
