import type { UploadStatus } from "@swath/contract/uploads";
import { Detail } from "../../ui/text/details.tsx";
import { utcSecond } from "../../ui/text/format.ts";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { faultText, isFailed } from "./fault-text.ts";

const FAILED = "This upload has failed";
const TITLE: Readonly<Partial<Record<UploadStatus, string>>> = {
  UPLOAD_PAUSED: "This upload is paused",
  UPLOAD_STALLED: "This upload has stalled",
  UPLOAD_FAILED: FAILED,
  VALIDATING_SOURCE_FAILED: FAILED,
  GENERATING_METADATA_N_UPLOAD_TASK_FAILED: FAILED,
  GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: "This upload waits for its own folder",
};
const SINCE: Readonly<Partial<Record<UploadStatus, string>>> = {
  UPLOAD_PAUSED: "Paused",
  UPLOAD_STALLED: "Stalled",
};

/** How an upload stands that goes on nowhere: failed, stalled or paused, and why. */
export function standingOf(live: LiveUpload, canSelect: boolean) {
  const { snapshot, server } = live;
  const { status, error } = snapshot;
  const title = TITLE[status] ?? "This upload is not finished";
  if (!isFailed(status))
    return { severity: "warning", title, lines: linesOf(server.reason) } as const;
  const fault = faultText({ snapshot, server, canSelect });
  // Its title says it all.
  const isSaid = status === "UPLOAD_FAILED" && error === undefined;
  const lines = linesOf(fault?.detail);
  return { severity: "error", title, what: isSaid ? undefined : fault?.text, lines } as const;
}

/** Since when an upload stands so, and who sent it. */
export function WhenAndWho({ live: { server, snapshot } }: { readonly live: LiveUpload }) {
  return (
    <>
      {server.status === snapshot.status && (
        <Detail name={SINCE[snapshot.status] ?? "Failed"}>{utcSecond(server.updated)}</Detail>
      )}
      {server.user !== null && (
        <Detail name="Sent by">{server.isOwn ? `${server.user} (you)` : server.user}</Detail>
      )}
    </>
  );
}

/** The lines of a reason: one for each file that it concerns. */
export const linesOf = (text: string | null | undefined): readonly string[] =>
  (text ?? "").split("\n").filter((line) => line.trim() !== "");
