import CheckCircle from "@mui/icons-material/CheckCircle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { UploadType } from "@swath/contract/uploads";
import { sourcesText } from "@swath/upload-engine";
import { utcSecond } from "../../ui/text/format.ts";
import { TWO_COLUMNS } from "../../ui/page/page-layout.ts";
import { PageCard } from "../../ui/page/page-card.tsx";
import { CopyButton } from "../../ui/feedback/snackbar.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import type { UploadOnPage } from "../engine/use-live-upload.ts";
import { TEXT } from "../messages.ts";
import { StoredFiles } from "../receipt/stored-files.tsx";
import { ReplacedFiles } from "../receipt/replaced-files.tsx";
import { WhatNow } from "../receipt/what-now.tsx";
import { UploadAlert } from "../upload-alert.tsx";

const LIDAR_TYPES: ReadonlySet<UploadType> = new Set(["LiDAR", "OptechGPS"]);

/**
 * Names the storage folders: the LiDAR bucket of LiDAR and GPS uploads, the storage folder of all
 * others, and an imagery folder beside either (document 2, section 2, "Data ready").
 */
export function labelledLocations(type: UploadType, locations: readonly string[]) {
  const main = LIDAR_TYPES.has(type) ? "LiDAR storage folder" : "Storage folder";
  return locations.map((url, i) => ({
    label: i === 0 ? main : i === 1 ? "Imagery storage folder" : `Storage folder ${i + 1}`,
    url,
  }));
}

interface Props extends UploadOnPage {
  /** Absent for those who may not update it. */
  readonly onUpdate: (() => void) | undefined;
}

/** The data is in its buckets. */
export function ReadyPanel({ flight, upload, live, onUpdate }: Props) {
  const { server, snapshot } = live;
  const of = { flightId: flight.FlightID, uploadId: upload._id };
  // The data's own date comes with the server's next answer.
  const lastChange = { at: server.updated, user: server.user };
  const ready = server.ready ?? (server.status === "DATA_READY" ? lastChange : null);
  return (
    <Box component="section" aria-label="Uploaded data" sx={{ display: "grid", gap: 2 }}>
      <Paper variant="outlined" sx={CARD}>
        <Box sx={{ display: "flex", gap: 1.25, alignItems: "center" }}>
          <CheckCircle aria-hidden="true" sx={{ color: "success.main", fontSize: 26 }} />
          <Typography variant="h2">Upload completed, data is ready</Typography>
        </Box>
        {snapshot.status === "UPDATE_CANCELLED" && (
          <UploadAlert severity="info">
            The last update was cancelled; the data uploaded before it is unchanged.
          </UploadAlert>
        )}
        <Box sx={TWO_COLUMNS}>
          <WhatNow key={ready?.at} {...of} />
          <Box sx={{ minWidth: 0, display: "grid", gap: 2 }}>
            <Details columns={FACTS} columnGap={2}>
              <Detail name="Upload date">{ready === null ? "unknown" : utcSecond(ready.at)}</Detail>
              <Detail name="Upload user">{ready?.user ?? "unknown"}</Detail>
              {labelledLocations(upload.Type, upload.Locations).map(({ label, url }) => (
                <Detail key={url} name={label}>
                  <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
                    <span>{url}</span>
                    <CopyButton text={url} label={`Copy ${label}`} />
                  </Box>
                </Detail>
              ))}
            </Details>
            {snapshot.sources && (
              <Typography variant="body2" color="textSecondary">
                {sourcesText(snapshot.sources)}
              </Typography>
            )}
          </Box>
        </Box>
      </Paper>
      <StoredFiles key={`stored ${ready?.at}`} {...of} />
      <ReplacedFiles
        {...of}
        key={`replaced ${ready?.at}`}
        mayBringBack={onUpdate !== undefined}
        owner={server.isOwn ? null : server.user}
      />
      <Change live={live} onUpdate={onUpdate} />
    </Box>
  );
}

const CARD = {
  borderLeftWidth: 6,
  borderLeftColor: "success.main",
  p: { xs: 1.5, sm: 2.5 },
  display: "grid",
  gap: 2,
} as const;
const FACTS = { xs: "minmax(0, 2fr) minmax(0, 3fr)", sm: "max-content minmax(0, 1fr)" };

/** How the data is changed, and by whom. */
function Change({ live, onUpdate }: Pick<Props, "live" | "onUpdate">) {
  const { isOwn, user } = live.server;
  if (onUpdate === undefined) {
    if (isOwn || user === null) return null;
    return (
      <UploadAlert severity="info">
        {`Please contact ${user} or the Administrator to update or replace this data.`}
      </UploadAlert>
    );
  }
  return (
    <PageCard title="Change the data" sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>
      {!isOwn && user !== null && (
        <UploadAlert severity="info">
          {`This data belongs to ${user}. If you update it, it becomes yours.`}
        </UploadAlert>
      )}
      <Typography>{TEXT.updateWarning}</Typography>
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: "wrap" }}>
        <Button variant="outlined" onClick={onUpdate}>
          Add / Update Existing Data
        </Button>
        <Button variant="outlined" color="error" disabled>
          DELETE All Existing Data
        </Button>
      </Stack>
    </PageCard>
  );
}
