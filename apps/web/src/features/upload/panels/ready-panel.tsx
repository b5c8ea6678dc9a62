import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UploadType } from "@swath/contract/uploads";
import { formatUtc } from "../format.ts";
import { TEXT } from "../texts.ts";
import { CopyButton } from "./copy-button.tsx";
import { Fact, Facts } from "./fact.tsx";
import { labelledLocations } from "./locations.ts";
import { Notice } from "./notice.tsx";

interface Props {
  readonly uploadType: UploadType;
  readonly user: string | null;
  /** ISO instant at which the data became ready. */
  readonly updated: string;
  readonly locations: readonly string[];
  /** Whether the last update was cancelled: what was ready before still is. */
  readonly updateCancelled: boolean;
  readonly isOwn: boolean;
  /** Absent for those who only read. */
  readonly onUpdate: (() => void) | undefined;
}

/** The data is in its buckets. */
export function ReadyPanel(props: Props) {
  return (
    <Paper component="section" aria-label="Uploaded data" variant="outlined" sx={{ p: 3 }}>
      <Stack spacing={2.5} sx={{ alignItems: "flex-start" }}>
        <Typography variant="h2">Upload completed, data is ready</Typography>
        {props.updateCancelled && (
          <Notice severity="info">
            The last update was cancelled; the data uploaded before it is unchanged.
          </Notice>
        )}
        <Facts>
          <Fact name="Upload date">{formatUtc(props.updated)}</Fact>
          <Fact name="Upload user">{props.user ?? "unknown"}</Fact>
          {labelledLocations(props.uploadType, props.locations).map(({ label, url }) => (
            <Fact key={url} name={label}>
              {url}
              <CopyButton text={url} label={`Copy ${label}`} />
            </Fact>
          ))}
        </Facts>
        <Change {...props} />
      </Stack>
    </Paper>
  );
}

function Change({ onUpdate, isOwn, user }: Props) {
  if (onUpdate === undefined) {
    if (isOwn || user === null) return null;
    return (
      <Notice severity="info">
        {`Please contact ${user} or the Administrator to update or replace this data.`}
      </Notice>
    );
  }
  return (
    <>
      <Notice severity="warning">{TEXT.updateWarning}</Notice>
      <Stack direction="row" spacing={2}>
        <Button variant="contained" onClick={onUpdate}>
          Add / Update Existing Data
        </Button>
        <Button variant="outlined" color="error" disabled>
          DELETE All Existing Data
        </Button>
      </Stack>
    </>
  );
}
