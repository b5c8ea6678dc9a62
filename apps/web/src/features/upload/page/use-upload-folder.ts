import { useQueryClient } from "@tanstack/react-query";
import { UPLOAD_STATES, type UploadProgress } from "@swath/contract/uploads";
import type { UploadSnapshot } from "@swath/upload-engine";
import { useEngine } from "../engine/engine-context.tsx";
import { judgeRequest } from "../folder/judge-request.ts";
import { selectionOf } from "../folder/selection.ts";
import { useFolderChoice, type FolderChoice } from "../folder/use-folder-choice.ts";
import { reviewOf } from "../review/review-steps.ts";
import { TEXT } from "../texts.ts";
import type { UploadPageFacts } from "./use-upload-page.ts";

/** The choice of this upload's folder; a chosen one is sent, or goes on where it rests. */
export function useUploadFolder(facts: UploadPageFacts, snapshot: UploadSnapshot): FolderChoice {
  const { flight, upload, equipment, server, uploader, updating } = facts;
  const engine = useEngine();
  const queries = useQueryClient();
  const isResume = UPLOAD_STATES.nextStatus(snapshot.status, "filesSelected") !== undefined;
  const isUpdate = updating || server.isUpdate;
  const originalFolder = () =>
    queries.getQueryData<UploadProgress>([
      "upload-progress",
      flight.FlightID,
      upload._id,
      server.isUpdate,
    ])?.base_folder;
  return useFolderChoice({
    request: () => judgeRequest(flight, upload, equipment, isUpdate),
    review: ({ view, accepted }) => {
      if (isResume && (originalFolder() ?? view.baseFolder) !== view.baseFolder)
        return TEXT.inconsistent;
      return reviewOf(view, accepted, { isUpdate, isResume });
    },
    onChosen: (folder) => {
      const selection = selectionOf(folder, (file, path) => engine.source(file, path));
      void (isResume ? uploader.resume(selection) : uploader.start(selection));
    },
  });
}
