import { planObjects } from "@swath/contract/uploads";
import { lidarFolder, manifestOf, storedObject } from "./source-folder.ts";
import type { createUploadRig } from "./upload-rig.ts";

/** An upload of the crew that sends, and the first object of its plan. */
export async function sendingUpload(rig: Awaited<ReturnType<typeof createUploadRig>>) {
  const upload = await rig.seed();
  const source = lidarFolder(upload.flightId);
  const planned = planObjects(manifestOf(upload, source).files)[0]!;
  const object = await storedObject(planned, source);
  const crew = rig.browser("crew");
  await crew.begin(upload, manifestOf(upload, source));
  await crew.move(upload, "UPLOADING");
  return { upload, crew, name: planned.name, object };
}
