import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "@swath/contract/endpoints";
import { UPLOAD_STATES, type UploadType } from "@swath/contract/uploads";
import { createUploader, type Selection } from "@swath/upload-engine";
import { readFolder, nodePorts } from "@swath/upload-engine/node";
import { selectionOf, reportOn } from "../../../apps/cli/src/upload/validate-folder.ts";
import { type Caller, nodeApi } from "./node-api.ts";

const POLL_MS = 500;

interface FolderUpload extends Caller {
  readonly flightId: string;
  readonly uploadType: UploadType;
  readonly folder: string;
  /** As fast as it goes by default. */
  readonly bytesPerSecond?: () => number | undefined;
}

/** Uploads a flight folder as the command line does, and waits until its data is ready. */
export async function uploadFolder(request: FolderUpload): Promise<void> {
  const { flightId, uploadType, folder } = request;
  const api = nodeApi(request);
  const flight = await api.call(endpoints.readFlight, { params: { flightId } });
  const upload = flight.Uploads.find(({ Type }) => Type === uploadType);
  if (upload === undefined) throw new Error(`${flightId} has no upload of ${uploadType}`);
  const read = await readFolder(folder);
  const equipment = await api.call(endpoints.listSensorEquipment, {});
  const report = await reportOn(read, { flight, upload, equipment });
  if (report.state === "blocked")
    throw new Error(`${folder} is blocked: ${JSON.stringify(report.rules)}`);
  const { _id: uploadId, SensorName: sensorName } = upload;
  await send(request, { uploadId, sensorName }, selectionOf(report, read.files));
}

async function send(
  request: FolderUpload,
  upload: { readonly uploadId: string; readonly sensorName: string },
  selection: Selection,
): Promise<void> {
  const { flightId, uploadType, origin } = request;
  const job = { flightId, uploadType, ...upload, isUpdate: false };
  const api = nodeApi(request);
  const ports = nodePorts({
    api,
    server: new URL(origin),
    fingerprint: "test-node-uploader",
    holder: "test-node-uploader",
    bytesPerSecond: () => request.bytesPerSecond?.(),
  });
  const params = { flightId, uploadId: upload.uploadId };
  const { status: before } = await api.call(endpoints.readUpload, { params });
  const uploader = createUploader(ports, { ...job, status: before });
  // An interrupted upload of the demonstration has no files on the server to resume with.
  if (UPLOAD_STATES.nextStatus(before, "resume") !== undefined) await uploader.cancel();
  await uploader.start(selection);
  const { status, error } = uploader.getSnapshot();
  uploader.dispose();
  if (error !== undefined) throw new Error(`${uploadType} is ${status}: ${JSON.stringify(error)}`);
  for (;;) {
    const state = await api.call(endpoints.readUpload, { params });
    if (state.status === "DATA_READY") return;
    if (/FAIL|CANCEL/.test(state.status))
      throw new Error(`${uploadType} is ${state.status}: ${state.reason ?? ""}`);
    await sleep(POLL_MS);
  }
}
