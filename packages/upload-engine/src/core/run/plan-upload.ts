import { routes } from "@swath/contract/routes";
import type { WireAlgorithm } from "@swath/contract/settings";
import { type UploadProgress, uploadService } from "@swath/contract/uploads";
import { postManifest } from "../send/post-manifest.ts";
import type { FinalResult, Refusal } from "../send/request.ts";
import { unfinishedOf } from "../state/object-ranges.ts";
import type { TaskList } from "../state/task-list.ts";
import type { Selection } from "../state/upload-job.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import { BY_A_PERSON } from "./status-moves.ts";
import { faultOf, isElsewhere, type StepResult, type UploadRun } from "./upload-run.ts";

const METADATA_FAILED = "Failed to upload metadata. Please try again...";
const INCONSISTENT = "File inconsistency detected. Please select the original folder.";

/** From a chosen folder to a manifest that the server holds, and the list of what it misses. */
export async function planUpload(run: UploadRun, selection: Selection): Promise<StepResult> {
  const { model } = run;
  model.setFault(undefined);
  void run.settings();
  const begun = await run.move("folderSelected");
  if (begun !== "next") return begun;
  if (selection.files.length === 0)
    return run.fail("validationFailed", {
      code: "NO_FILES",
      message: "The folder holds no file that can be uploaded.",
    });
  const list = model.select(selection);
  const validated = await run.move("validationSucceeded");
  if (validated !== "next") return validated;
  const saved = await saveManifest(run, list);
  if (saved.kind === "aborted") return "ended";
  if (saved.kind === "refused") {
    if (isElsewhere(saved) || saved.status === 403) return run.adopt(saved);
    return metadataFailed(run, saved.code, saved.message);
  }
  const settings = await run.settings();
  if (settings.kind === "aborted") return "ended";
  if (settings.kind === "refused") return metadataFailed(run, settings.code, settings.message);
  list.setRemaining(unfinishedOf(saved.value), settings.value.minPieceBytes);
  return sendManifest(run, list, settings.value.wireChecksum);
}

async function sendManifest(
  run: UploadRun,
  list: TaskList,
  wireChecksum: WireAlgorithm,
): Promise<StepResult> {
  const posted = await postManifest(run.ports, run.job, {
    manifest: list.manifest,
    wire: wireChecksum,
    signal: run.signal,
    onStoreFull: (isFull) => run.model.setStoreFull(isFull),
  });
  if (posted.kind === "aborted") return "ended";
  if (posted.kind === "leaseLost") return run.adopt(posted.refusal);
  if (posted.kind === "failed") return metadataFailed(run, "METADATA_FAILED", posted.reason);
  return run.move("metadataSucceeded");
}

function metadataFailed(run: UploadRun, code: string, detail: string): Promise<StepResult> {
  return run.fail("metadataFailed", { code, message: METADATA_FAILED, detail });
}

/** Has the server compare a folder chosen again with the manifest that it keeps. */
export async function verifyOriginalFolder(
  run: UploadRun,
  selection: Selection,
): Promise<StepResult> {
  const { model } = run;
  model.setFault(undefined);
  void run.settings();
  const begun = await run.move("filesSelected", BY_A_PERSON);
  if (begun !== "next") return begun;
  const list = model.select(selection);
  const saved = await saveManifest(run, list);
  if (saved.kind === "aborted") return "ended";
  if (saved.kind === "refused") {
    model.dropFiles();
    if (isElsewhere(saved) || saved.status === 403) return run.adopt(saved);
    return run.fail("progressCheckFailed", mismatchFault(saved));
  }
  const settings = await run.settings();
  if (settings.kind === "aborted") return "ended";
  if (settings.kind === "refused") return run.fail("progressCheckFailed", faultOf(settings));
  list.setRemaining(unfinishedOf(saved.value), settings.value.minPieceBytes);
  return run.move("progressCheckSucceeded");
}

/** Names the files that differ, a line each. */
function mismatchFault({ code, message, details }: Refusal): UploadFault {
  if (code !== "MANIFEST_MISMATCH") return { code, message };
  const { differences } = details;
  if (!Array.isArray(differences) || differences.length === 0)
    return { code, message: INCONSISTENT };
  return { code, message: INCONSISTENT, detail: differences.join("\n") };
}

function saveManifest(run: UploadRun, list: TaskList): Promise<FinalResult<UploadProgress>> {
  return run.request(routes.checkProgress, {
    service: uploadService(run.job.uploadType),
    params: run.params,
    query: { isUpdate: `${run.job.isUpdate}`, holder: run.ports.holder },
    body: { metadata: list.manifest },
  });
}
