import { sql } from "kysely";
import type { PieceRange, PlannedObject } from "@swath/contract/uploads";
import { serverConformance } from "../../../../packages/upload-engine/src/testing/conformance/server-conformance.ts";
import { testIdentity } from "../platform/http/testing/recorded-serve.ts";
import { lidarFolder, manifestOf, storedObject, TWO_FRAMES } from "./testing/source-folder.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

/** An object that ends where its piece does. */
function cut(object: PlannedObject, { offset, length }: PieceRange): PlannedObject {
  const [first] = object.segments as [PlannedObject["segments"][number]];
  return { ...object, segments: [{ file: first.file, offset: first.offset + offset, length }] };
}

serverConformance("this server, as the upload engine knows it", async () => {
  const rig = await createUploadRig({ slots: 1 });
  const upload = await rig.seed();
  const source = lidarFolder(upload.flightId, TWO_FRAMES);
  const identity = testIdentity("crew");
  const crew = rig.browser("crew");
  return {
    api: {
      call: async (route, { params, query, body }) =>
        (await rig.server.ask(route, { params, query, body, identity })).reply,
    },
    manifest: manifestOf(upload, source),
    objectOf: async (object, piece) => {
      const sent = piece === undefined ? object : cut(object, piece);
      const { bytes, ...claim } = await storedObject(sent, source);
      const announced = piece === undefined ? claim : { ...claim, piece };
      const post = async () => void (await crew.post(upload, object.name, { bytes, ...announced }));
      return { claim: announced, post };
    },
    occupySlot: async () => {
      const other = await rig.seed();
      const browser = rig.browser("other");
      await browser.begin(other, manifestOf(other, lidarFolder(other.flightId)));
      await browser.move(other, "UPLOADING");
      return async () => void (await browser.move(other, "UPLOAD_PAUSED"));
    },
    expireLease: async () => {
      await sql`UPDATE uploads SET lease_renewed = lease_renewed - interval '61 seconds'`.execute(
        rig.db,
      );
      await rig.server.hand.tick("lost-leases");
    },
    finishWork: () => rig.server.hand.runAll(),
    wait: (result) => result,
    close: () => rig.close(),
  };
});
