import Chip from "@mui/material/Chip";
import { STATUS, type UploadStatus } from "@swath/contract/uploads";

type Tone = "default" | "error" | "warning" | "info" | "success";

function toneOf(status: UploadStatus): Tone {
  if (status.endsWith("_FAILED") || status.endsWith("_CANCELLED")) return "error";
  if (status === "UPLOAD_STALLED") return "error";
  if (status === "UPLOAD_PAUSED" || status === "UPLOADING") return "warning";
  if (status === "DATA_READY") return "success";
  if (STATUS[status].active || status === "UPLOAD_COMPLETE" || status === "VALIDATING_UPLOAD")
    return "info";
  return "default";
}

/** The upload's status in words, announced when it changes. */
export function StatusChip({ status }: { readonly status: UploadStatus }) {
  return (
    <output aria-label="Upload status">
      <Chip
        label={STATUS[status].label}
        color={toneOf(status)}
        variant="outlined"
        sx={{ fontWeight: 600 }}
      />
    </output>
  );
}
