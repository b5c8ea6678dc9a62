import type { Endpoint } from "@swath/contract/endpoint";
import { type EndpointName, endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecordedRequest } from "../platform/http/testing/recorded-serve.ts";
import { lidarFolder, manifestOf } from "./testing/source-folder.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeAll(async () => {
  rig = await createUploadRig();
});
afterAll(() => rig.close());

type Seeded = Awaited<ReturnType<typeof rig.seed>>;

/** How each call that changes an upload is made, as whoever sends would make it. */
const CHANGES: Partial<Record<EndpointName, (upload: Seeded) => RecordedRequest>> = {
  moveUpload: ({ flightId, uploadId }) => ({
    params: { flightId, uploadId },
    query: { status: "UPLOAD_PAUSED", fingerprint: "crew-browser" },
  }),
  authoriseUpload: ({ flightId, uploadId, uploadType }) => ({
    body: {
      uploadId,
      uploadType,
      filePath: `${flightId}_metadata.json`,
      size: 10,
      checksum: "AAAAAA==",
      segments: [],
    },
  }),
  checkProgress: (upload) => ({
    params: { flightId: upload.flightId, uploadId: upload.uploadId },
    body: { metadata: manifestOf(upload, lidarFolder(upload.flightId)) },
  }),
  readSentContent: ({ flightId, uploadId }) => ({
    params: { flightId, uploadId },
    query: { files: "0" },
  }),
  heartbeat: ({ flightId, uploadId }) => ({
    params: { flightId, uploadId },
    body: { browserFingerprint: "crew-browser" },
  }),
  bringBack: ({ flightId, uploadId }) => ({
    params: { flightId, uploadId, replacement: "1" },
    body: {},
  }),
  queuePlace: ({ uploadId }) => ({ params: { uploadId, fingerprint: "crew-browser" } }),
};
/** What a leader may do with a reason, which has tests of its own. */
const LEADERS: ReadonlySet<EndpointName> = new Set(["bringBack"]);
/** What takes the right to upload, and is of no upload. */
const OF_NO_UPLOAD: ReadonlySet<EndpointName> = new Set(["makeSampleFolder", "readUploadQuotas"]);
const CALLS = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { permission }]) => permission === "upload" && !OF_NO_UPLOAD.has(name),
);

test.each(CALLS)(
  "%s of another user's upload is refused, whatever one's role",
  async (name, endpoint) => {
    const request = CHANGES[name];
    if (request === undefined) throw new Error(`${name} changes uploads; say above how it is made`);
    const upload = await rig.seed();
    const crew = rig.browser("crew");
    await crew.begin(upload, manifestOf(upload, lidarFolder(upload.flightId)));
    const before = await rig.stateOf(upload);
    const strangers = [rig.browser("crew2"), ...(LEADERS.has(name) ? [] : [rig.leader()])];
    for (const stranger of strangers) {
      const asked = rig.server.ask(endpoint, { ...request(upload), identity: stranger.identity });
      await expect(asked).rejects.toMatchObject({ code: "NOT_UPLOAD_OWNER" });
    }
    expect(await rig.stateOf(upload)).toEqual(before);
  },
);

test.each(CALLS.filter(([, { path }]) => path.includes(":flightId")))(
  "%s of an upload by another flight's address finds nothing",
  async (name, endpoint) => {
    const [upload, other] = [await rig.seed(), await rig.seed()];
    const request = CHANGES[name]!(upload);
    const params = { ...(request.params as object), flightId: other.flightId };
    const asked = rig.server.ask(endpoint, { ...request, params });
    await expect(asked).rejects.toMatchObject({ code: "UPLOAD_NOT_FOUND" });
  },
);
