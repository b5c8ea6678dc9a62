import { call, readyUpload, type ReadyUpload, type Started } from "../../../e2e/api.ts";

const FINGERPRINT = "bench-limits";
const HEARTBEAT_MS = 10_000;

/** An upload that awaits its manifest, and keeps its lease until it is stopped. */
export async function preparingUpload(
  server: Started,
  token: string,
): Promise<{ upload: ReadyUpload; heartbeats: { stop(): void } }> {
  const upload = await readyUpload(server, token, "LiDAR");
  const path = `/main/flights/${upload.flightId}/upload/${upload.uploadId}`;
  for (const status of ["VALIDATING_SOURCE", "GENERATING_METADATA_N_UPLOAD_TASK"]) {
    const query = `status=${status}&fingerprint=${FINGERPRINT}`;
    const moved = await call(server, token, `${path}/status?${query}`, { method: "PUT" });
    if (moved.status !== 200) throw new Error(`${status}: ${JSON.stringify(moved.body)}`);
  }
  const body = JSON.stringify({ browserFingerprint: FINGERPRINT });
  const headers = { "content-type": "application/json" };
  const timer = setInterval(() => {
    call(server, token, `${path}/heartbeat`, { method: "PUT", body, headers }).catch(
      (error: unknown) => console.error("heartbeat:", error),
    );
  }, HEARTBEAT_MS);
  return { upload, heartbeats: { stop: () => clearInterval(timer) } };
}

export const manifestAddress = (server: Started, { flightId, uploadId }: ReadyUpload): string =>
  `${server.origin}/api/main/flights/${flightId}/upload_progress/${uploadId}`;
