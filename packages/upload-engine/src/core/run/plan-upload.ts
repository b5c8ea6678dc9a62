import { endpoints } from "@swath/contract/endpoints";
import { type CheckedProgress, type UploadAuthReply, uploadService } from "@swath/contract/uploads";
import { type NamedObject, postManifest, prepareManifest } from "../send/post-object.ts";
import type { FinalResult, Refusal } from "../send/request.ts";
import { unfinishedOf } from "../state/ranges.ts";
import type { TaskList } from "../state/task-list.ts";
import type { Selection } from "../state/upload-model.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import { BY_A_PERSON } from "./status-moves.ts";
import { faultOf, isElsewhere, type StepResult, type UploadRun } from "./upload-run.ts";
import type { Planned } from "./run-steps.ts";

const METADATA_FAILED = "Failed to upload metadata. Please try again...";
const INCONSISTENT = "File inconsistency detected. Please select the original folder.";

/** From a chosen folder to a manifest that the server holds, and the list of what it misses. */
export async function planUpload(
  run: UploadRun,
  selection: Selection,
): Promise<StepResult | Planned> {
  const { model } = run;
  model.set({ error: undefined });
  const asked = run.settings();
  if (selection.files.length === 0) return refuseEmpty(run);
  const begun = await run.tryMoves(["folderSelected", "validationSucceeded"]);
  if (begun !== "next") return typeof begun === "string" ? begun : run.adopt(begun);
  const list = model.select(selection);
  const settings = await asked;
  if (settings.kind === "aborted") return "ended";
  if (settings.kind === "refused") return metadataFailed(run, settings.code, settings.message);
  const { wireChecksum, minPieceBytes } = settings.value;
  const object = await prepareManifest(run.ports, list.manifest, wireChecksum);
  try {
    const saved = await saveManifest(run, list, object);
    if (saved.kind === "aborted") return "ended";
    if (saved.kind === "refused") {
      if (isElsewhere(saved) || saved.status === 403) return await run.adopt(saved);
      return await metadataFailed(run, saved.code, saved.message);
    }
    list.setRemaining(unfinishedOf(saved.value), minPieceBytes, saved.value.touched_files);
    return await sendManifest(run, object, saved.value.manifest_form);
  } finally {
    run.ports.preparer.release(object.prepared.body);
  }
}

async function refuseEmpty(run: UploadRun): Promise<StepResult> {
  const begun = await run.move("folderSelected");
  if (begun !== "next") return begun;
  return run.fail("validationFailed", {
    code: "NO_FILES",
    message: "The folder holds no file that can be uploaded.",
  });
}

async function sendManifest(
  run: UploadRun,
  object: NamedObject,
  form: UploadAuthReply | undefined,
): Promise<StepResult | Planned> {
  const posted = await postManifest(run.ports, run.job, {
    object,
    form,
    signal: run.signal,
    onStoreFull: (isFull) => run.model.setStoreFull(isFull),
  });
  if (posted.kind === "aborted") return "ended";
  if (posted.kind === "leaseLost") return run.adopt(posted.refusal);
  if (posted.kind === "failed") return metadataFailed(run, "METADATA_FAILED", posted.reason);
  return { event: "metadataSucceeded" };
}

function metadataFailed(run: UploadRun, code: string, detail: string): Promise<StepResult> {
  return run.fail("metadataFailed", { code, message: METADATA_FAILED, detail });
}

/** Has the server compare a folder chosen again with the manifest that it keeps. */
export async function verifyOriginalFolder(
  run: UploadRun,
  selection: Selection,
): Promise<StepResult | Planned> {
  const { model } = run;
  model.set({ error: undefined });
  void run.settings();
  const begun = await run.move("filesSelected", BY_A_PERSON);
  if (begun !== "next") return begun;
  const list = model.select(selection);
  const saved = await saveManifest(run, list);
  if (saved.kind === "aborted") return "ended";
  if (saved.kind === "refused") {
    model.set({ hasFiles: false });
    if (isElsewhere(saved) || saved.status === 403) return run.adopt(saved);
    return run.fail("progressCheckFailed", mismatchFault(saved));
  }
  const settings = await run.settings();
  if (settings.kind === "aborted") return "ended";
  if (settings.kind === "refused") return run.fail("progressCheckFailed", faultOf(settings));
  const { minPieceBytes } = settings.value;
  list.setRemaining(unfinishedOf(saved.value), minPieceBytes, saved.value.touched_files);
  return { event: "progressCheckSucceeded" };
}

/** Names the files that differ, a line each. */
function mismatchFault({ code, message, details }: Refusal): UploadFault {
  if (code !== "MANIFEST_MISMATCH") return { code, message };
  const { differences } = details;
  if (!Array.isArray(differences) || differences.length === 0)
    return { code, message: INCONSISTENT };
  return { code, message: INCONSISTENT, detail: differences.join("\n") };
}

/** With the manifest's own object, where it is to be posted. */
function saveManifest(
  run: UploadRun,
  list: TaskList,
  object?: NamedObject,
): Promise<FinalResult<CheckedProgress>> {
  return run.request(endpoints.checkProgress, {
    service: uploadService(run.job.uploadType),
    params: run.params,
    query: {
      isUpdate: `${run.job.isUpdate}`,
      holder: run.ports.holder,
      ...(object && {
        manifestBytes: object.prepared.body.size,
        manifestChecksum: object.prepared.checksum,
      }),
    },
    body: { metadata: list.manifest },
  });
}
