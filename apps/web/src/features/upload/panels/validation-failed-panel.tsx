import Typography from "@mui/material/Typography";
import { NameList } from "../rows/name-list.tsx";
import { Notice } from "./notice.tsx";

/** The server rebuilt the files and found them wanting. */
export function ValidationFailedPanel({ reason }: { readonly reason: string | null }) {
  const reasons = (reason ?? "").split("\n").filter((line) => line.trim() !== "");
  return (
    <Notice severity="error" title="Validating upload failed">
      <Typography sx={{ mb: reasons.length > 0 ? 1 : 0 }}>
        The uploaded data did not pass its validation. Please contact the Administrator.
      </Typography>
      {reasons.length > 0 && <NameList names={reasons} label="Reasons" />}
    </Notice>
  );
}
