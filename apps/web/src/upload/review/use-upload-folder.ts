import { UPLOAD_STATES, pathKey } from "@swath/contract/uploads";
import { zipped } from "@swath/survey";
import type { Selection } from "@swath/upload-engine";
import { browserFile } from "@swath/upload-engine/browser";
import { useQueryClient } from "@tanstack/react-query";
import type { FlightUpload } from "@swath/contract/flights";
import { useRef, useState } from "react";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import { useApi } from "../../platform/api/api.ts";
import { useConfig } from "../../platform/config/config.ts";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { reviewPlan } from "./review-plan.ts";
import { type PendingFolder, useFolderReview } from "./use-folder-review.ts";
import { TEXT } from "../messages.ts";
import { uploadProgressQuery } from "../../data/upload-progress.ts";
import type { FlightAndEquipment } from "../flight-loading.tsx";
import { validationRequest } from "../validation/validation-calls.ts";
import { type ChosenFolder, chosenHandle } from "../folder/read-folder.ts";
import { useSavedFolder } from "../folder/use-saved-folder.ts";

/** What the engine sends: the accepted files of a validated folder, in their order, their paths in one spelling. */
export function selectionOf(
  folder: Pick<ValidatedFolder, "accepted" | "file"> & {
    readonly view: Pick<ValidatedFolder["view"], "baseFolder">;
  },
): Selection {
  return {
    baseFolder: folder.view.baseFolder,
    files: folder.accepted.map((accepted) => {
      const { path, size, destination } = accepted;
      const file = folder.file(accepted);
      const fullPath = pathKey(path);
      return {
        file: browserFile(file, path),
        entry: {
          fileName: fullPath.slice(fullPath.lastIndexOf("/") + 1),
          fullPath,
          originalSize: size,
          zipped: zipped(path),
          destination,
          modified: file.lastModified,
        },
      };
    }),
  };
}

/** What browsers with the File System Access API have beside the standard's types. */
interface Access {
  requestPermission?(options: { readonly mode: "read" }): Promise<PermissionState>;
}

/** Asks for the permission to read a folder of before, within a press. */
async function mayRead(folder: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    const state = await (folder as Access).requestPermission?.({ mode: "read" });
    return state === "granted";
  } catch {
    return false;
  }
}

/** The folder that is chosen for an upload. */
export interface UploadFolder extends PendingFolder {
  readonly choose: (folder: ChosenFolder) => void;
  /** No folder is read, and why: as its fault. */
  readonly refuse: (why: string) => void;
  /** The folder that the upload was begun with in this browser, which is opened again by one press. */
  readonly kept: { readonly name: string; readonly open: () => void } | undefined;
}

/** The folder that is picked for an upload: once approved it is started, or resumed where it stopped. */
export function useUploadFolder(
  of: FlightAndEquipment & { readonly upload: FlightUpload },
  live: LiveUpload,
  onChosen: () => void,
): UploadFolder {
  const { folder, keep } = useSavedFolder({
    uploadId: of.upload._id,
    status: live.snapshot.status,
  });
  const chosen = useRef<ChosenFolder["handle"]>(Promise.resolve(undefined));
  const [refused, setRefused] = useState<string>();
  const review = useApprovedFolder(of, live, () => void chosen.current.then(keep));
  const choose = ({ read, handle }: ChosenFolder): void => {
    onChosen();
    chosen.current = handle;
    setRefused(undefined);
    review.read(read);
  };
  const openAgain = async (handle: FileSystemDirectoryHandle): Promise<void> => {
    if (await mayRead(handle)) choose(chosenHandle(handle));
    else setRefused(`The browser may not read the folder ${handle.name}. Please select it again.`);
  };
  return {
    ...review,
    fault: refused ?? review.fault,
    refuse: setRefused,
    choose,
    kept: folder && { name: folder.name, open: () => void openAgain(folder) },
  };
}

function useApprovedFolder(
  { flight, equipment, upload }: FlightAndEquipment & { readonly upload: FlightUpload },
  { uploader, snapshot, server, updating }: LiveUpload,
  onBegin: () => void,
): PendingFolder {
  const queries = useQueryClient();
  const { companions } = useConfig();
  const { queryKey } = uploadProgressQuery(useApi(), { flight, upload }, server.isUpdate);
  const isResume = UPLOAD_STATES.nextStatus(snapshot.status, "filesSelected") !== undefined;
  const isUpdate = updating || server.isUpdate;
  return useFolderReview({
    request: () => validationRequest(flight, upload, equipment, { isUpdate, companions }),
    plan: ({ view, accepted }) => {
      const original = queries.getQueryData(queryKey)?.base_folder ?? view.baseFolder;
      if (isResume && original !== view.baseFolder)
        return `${TEXT.inconsistent}\nThe original folder is ${original}, not ${view.baseFolder}.`;
      return reviewPlan(view, accepted, { isUpdate, isResume });
    },
    onApproved: (approved) => {
      onBegin();
      const selection = selectionOf(approved);
      void (isResume ? uploader.resume(selection) : uploader.start(selection));
    },
  });
}
