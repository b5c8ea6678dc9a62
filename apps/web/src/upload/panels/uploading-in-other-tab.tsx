import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { statusLabel } from "../../data/upload-status.ts";
import { useApi } from "../../platform/api/api-context.tsx";
import { polling } from "../../platform/query/polling.ts";
import { formatBytes } from "../../ui/format/bytes.ts";
import { utcSecond } from "../../ui/format/time.ts";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { TEXT } from "../messages.ts";
import { uploadProgressQuery } from "../upload-queries.ts";
import { TakeOver } from "./take-over.tsx";
import { UploadAlert } from "./upload-alert.tsx";

/** The server lists what the store holds for each answer. */
const PROGRESS_MS = 15_000;

interface Props {
  readonly flight: Flight;
  readonly upload: FlightUpload;
  readonly live: LiveUpload;
}

/** The user's own upload is active on another page, which holds its lease: it is well. */
export function UploadingInOtherTab({ flight, upload, live }: Props) {
  const { server, snapshot } = live;
  const { data: progress } = useQuery({
    ...uploadProgressQuery(useApi(), {
      flightId: flight.FlightID,
      uploadId: upload._id,
      uploadType: upload.Type,
      isUpdate: server.isUpdate,
    }),
    ...polling(PROGRESS_MS),
  });
  const arrived =
    progress === undefined || progress.total_file_size === 0
      ? ""
      : ` ${formatBytes(progress.completed_file_size)} of ${formatBytes(progress.total_file_size)} have arrived.`;
  return (
    <UploadAlert severity="info">
      <Typography>
        {`Another tab or browser of yours is at work on this upload: ${statusLabel(snapshot.status)} since ${utcSecond(server.updated)}.${arrived}`}
      </Typography>
      <Typography>
        Nothing has to be done here: this page follows it. If the other one falls silent, the upload
        stalls within a minute and can be resumed here.
      </Typography>
      <Typography sx={{ mt: 1 }}>{TEXT.uploadingInOtherTab}</Typography>
      <TakeOver live={live} />
    </UploadAlert>
  );
}
