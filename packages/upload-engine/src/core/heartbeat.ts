import { routes } from "@swath/contract/routes";
import { HEARTBEAT_MS } from "@swath/contract/uploads";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import { ask, leaseIsLost, type Refusal } from "./asking.ts";
import type { UploadJob } from "./uploader.ts";

export interface HeartbeatWatch {
  /** Whether the upload is active and no change of its status is under way. */
  due(): boolean;
  onLost(refusal: Refusal): void;
}

/**
 * Keeps the lease of an active upload until it is stopped.
 *
 * H1 it beats every 10 s, heard or not;
 * H2 an answer of 403, 404 or 409 means that the lease is lost, unless a change of status was sent
 *    meanwhile, which answers for itself;
 * H3 silence and every other answer are passed over.
 */
export function startHeartbeat(
  ports: UploaderPorts,
  { flightId, uploadId }: UploadJob,
  watch: HeartbeatWatch,
): () => void {
  const stop = new AbortController();
  let callOff: (() => void) | undefined;
  const beat = async (): Promise<void> => {
    if (!watch.due()) return;
    const answer = await ask(ports.api, routes.heartbeat, {
      params: { flightId, uploadId },
      body: { browserFingerprint: ports.fingerprint },
      signal: stop.signal,
    });
    if (stop.signal.aborted || answer.kind !== "refused" || !watch.due()) return;
    if (leaseIsLost(answer)) watch.onLost(answer);
  };
  const schedule = (): void => {
    callOff = ports.clock.after(HEARTBEAT_MS, () => {
      schedule();
      void beat();
    });
  };
  schedule();
  return () => {
    stop.abort();
    callOff?.();
  };
}
