import { openAsBlob } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { routes } from "@swath/contract/routes";
import type { UploadType } from "@swath/contract/uploads";
import { flightFacts, folderReport, zipped } from "@swath/survey";
import { createUploader, type Selection } from "@swath/upload-engine";
import { browserFile } from "../../../packages/upload-engine/src/browser/browser-file.ts";
import { folderSources } from "../../folder/disk-source.ts";
import { type Caller, nodeApi, nodePorts } from "./node-ports.ts";

const POLL_MS = 500;

interface FolderUpload extends Caller {
  readonly flightId: string;
  readonly uploadType: UploadType;
  readonly folder: string;
}

/** Uploads a flight folder as a browser does, validated and compressed, and waits until its data is ready. */
export async function uploadFolder(request: FolderUpload): Promise<void> {
  const { flightId, uploadType, folder } = request;
  const api = nodeApi(request);
  const flight = await api.call(routes.readFlight, { params: { flightId } });
  const upload = flight.Uploads.find(({ Type }) => Type === uploadType);
  if (upload === undefined) throw new Error(`${flightId} has no upload of ${uploadType}`);
  const { _id: uploadId, SensorName: sensorName } = upload;
  const report = await folderReport({
    ...flightFacts(flight, sensorName),
    flightId,
    uploadType,
    sensorName,
    now: Date.now(),
    equipment: await api.call(routes.listSensorEquipment, {}),
    files: await folderSources(folder),
  });
  if (report.state === "blocked")
    throw new Error(`${folder} is blocked: ${JSON.stringify(report.rules)}`);
  const files = await Promise.all(
    report.names.accepted.map(async ({ path, size, destination }) => ({
      file: browserFile(new File([await openAsBlob(join(dirname(folder), path))], path), path),
      entry: {
        fileName: basename(path),
        fullPath: path,
        originalSize: size,
        zipped: zipped(path),
        destination,
      },
    })),
  );
  await send(request, { uploadId, sensorName }, { baseFolder: basename(folder), files });
}

async function send(
  request: FolderUpload,
  upload: { readonly uploadId: string; readonly sensorName: string },
  selection: Selection,
): Promise<void> {
  const { flightId, uploadType } = request;
  const job = { flightId, uploadType, ...upload, isUpdate: false };
  const uploader = createUploader(nodePorts(request), { ...job, status: "READY_FOR_UPLOAD" });
  await uploader.start(selection);
  const { status, error } = uploader.getSnapshot();
  uploader.dispose();
  if (error !== undefined) throw new Error(`${uploadType} is ${status}: ${JSON.stringify(error)}`);
  for (;;) {
    const params = { flightId, uploadId: upload.uploadId };
    const state = await nodeApi(request).call(routes.readUpload, { params });
    if (state.status === "DATA_READY") return;
    if (/FAIL|CANCEL/.test(state.status))
      throw new Error(`${uploadType} is ${state.status}: ${state.reason ?? ""}`);
    await sleep(POLL_MS);
  }
}
