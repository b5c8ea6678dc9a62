import { endpoints } from "@swath/contract/endpoints";
import { HEARTBEAT_MS } from "@swath/contract/uploads";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import { isLeaseLost, type Refusal, request } from "../send/request.ts";
import type { UploadJob } from "../state/upload-job.ts";

interface HeartbeatOptions {
  /** Whether the upload is active and no change of its status is being sent. */
  readonly isDue: () => boolean;
  readonly onLost: (refusal: Refusal) => void;
}

/**
 * Keeps the lease of an active upload until it is stopped.
 *
 * run/H1 it beats every 10 s, answered or not, and at once where another page of this browser has taken an
 *    upload over;
 * run/H2 an answer of 403, 404 or 409 means that the lease is lost, unless a change of status was sent
 *    meanwhile: its own answer decides then;
 * run/H3 no response and every other answer are ignored.
 */
export function startHeartbeat(
  ports: UploaderPorts,
  { flightId, uploadId }: UploadJob,
  { isDue, onLost }: HeartbeatOptions,
): () => void {
  const stop = new AbortController();
  let cancel: (() => void) | undefined;
  const beat = async (): Promise<void> => {
    if (!isDue()) return;
    const result = await request(ports.api, endpoints.heartbeat, {
      params: { flightId, uploadId },
      body: { browserFingerprint: ports.fingerprint, holder: ports.holder },
      signal: stop.signal,
    });
    if (result.kind === "refused" && isLeaseLost(result) && isDue()) onLost(result);
  };
  const schedule = (): void => {
    cancel = ports.clock.after(HEARTBEAT_MS, () => {
      schedule();
      void beat();
    });
  };
  schedule();
  const endListening = ports.page.onTold(() => void beat());
  return () => {
    endListening();
    stop.abort();
    cancel?.();
  };
}
