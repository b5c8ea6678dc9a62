import { routes } from "@swath/contract/routes";
import { type UploadProgress, uploadService } from "@swath/contract/uploads";
import type { LastingAnswer } from "./asking.ts";
import { postManifest } from "./post-manifest.ts";
import { readAhead } from "./read-ahead.ts";
import type { Leg, Road } from "./road.ts";
import type { UploadTaskList } from "./upload-task-list.ts";
import type { Selection } from "./uploader.ts";

const METADATA_FAILED = "Failed to upload metadata. Please try again...";
const INCONSISTENT = "File inconsistency detected. Please select the original folder.";

/** From a chosen folder to a manifest that the server holds, and the list of what it misses. */
export async function planUpload(road: Road, selection: Selection): Promise<Leg> {
  const { session } = road;
  session.fail(undefined);
  // Asked for meanwhile: whoever reads ahead needs them.
  void road.settings();
  const begun = await road.move("folderSelected");
  if (begun !== "next") return begun;
  if (selection.files.length === 0)
    return road.fail("validationFailed", {
      code: "NO_FILES",
      message: "The folder holds no file that can be uploaded.",
    });
  const list = session.choose(selection);
  void readAhead(road, list);
  const validated = await road.move("validationSucceeded");
  if (validated !== "next") return validated;
  const kept = await keepManifest(road, list);
  if (kept.kind === "aborted") return "ended";
  if (kept.kind === "refused") {
    if (kept.code === "UPLOAD_NOT_ACTIVE" || kept.status === 403) return road.adopt(kept);
    return metadataFailed(road, kept.code, kept.message);
  }
  list.remaining(kept.value.remaining_task_key_list);
  return sendManifest(road, list);
}

async function sendManifest(road: Road, list: UploadTaskList): Promise<Leg> {
  const settings = await road.settings();
  if (settings.kind === "aborted") return "ended";
  if (settings.kind === "refused") return metadataFailed(road, settings.code, settings.message);
  const { wireChecksum } = settings.value;
  const posted = await postManifest(road.ports, road.job, list.manifest, wireChecksum, road.signal);
  if (posted.kind === "aborted") return "ended";
  if (posted.kind === "leaseLost") return road.adopt(posted.refusal);
  if (posted.kind === "failed") return metadataFailed(road, "METADATA_FAILED", posted.reason);
  return road.move("metadataSucceeded");
}

function metadataFailed(road: Road, code: string, detail: string): Promise<Leg> {
  return road.fail("metadataFailed", { code, message: METADATA_FAILED, detail });
}

/** Holds a folder chosen again against the manifest that the server keeps. */
export async function checkOriginalFolder(road: Road, selection: Selection): Promise<Leg> {
  const { session } = road;
  session.fail(undefined);
  void road.settings();
  const begun = await road.move("filesSelected");
  if (begun !== "next") return begun;
  const list = session.choose(selection);
  const checked = await keepManifest(road, list);
  if (checked.kind === "aborted") return "ended";
  if (checked.kind === "refused") {
    session.dropFiles();
    if (checked.code === "UPLOAD_NOT_ACTIVE" || checked.status === 403) return road.adopt(checked);
    const message = checked.code === "MANIFEST_MISMATCH" ? INCONSISTENT : checked.message;
    return road.fail("progressCheckFailed", { code: checked.code, message });
  }
  list.remaining(checked.value.remaining_task_key_list);
  void readAhead(road, list);
  return road.move("progressCheckSucceeded");
}

function keepManifest(road: Road, list: UploadTaskList): Promise<LastingAnswer<UploadProgress>> {
  return road.ask(routes.checkProgress, {
    service: uploadService(road.job.uploadType),
    params: road.params,
    query: { isUpdate: `${road.job.isUpdate}` },
    body: { metadata: list.manifest },
  });
}
