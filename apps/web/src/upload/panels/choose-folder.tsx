import FolderOpen from "@mui/icons-material/FolderOpen";
import { useQuery } from "@tanstack/react-query";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { sensorNumber } from "@swath/contract/ids";
import type { UploadProgress } from "@swath/contract/uploads";
import { useApi } from "../../platform/api/api-context.tsx";
import { formatBytes } from "../../ui/format/bytes.ts";
import type { LiveUpload } from "../engine/use-live-upload.ts";
import { uploadProgressQuery } from "../upload-queries.ts";
import { ChoosePanel } from "./choose-panel.tsx";

interface Props {
  readonly flight: Flight;
  readonly upload: FlightUpload;
  readonly live: LiveUpload;
  /** Whether this user may pick a folder for it. */
  readonly canSelect: boolean;
}

/** Waits for a folder, and says what of an earlier attempt is still there. */
export function ChooseFolder({ flight, upload, live, canSelect }: Props) {
  const { server, updating, replacing } = live;
  const isUpdate = updating || server.isUpdate;
  // What nobody has begun yet holds nothing.
  const begun = server.user !== null && !isUpdate && !replacing;
  const progress = useQuery({
    ...uploadProgressQuery(useApi(), {
      flightId: flight.FlightID,
      uploadId: upload._id,
      uploadType: upload.Type,
      isUpdate: false,
    }),
    enabled: begun,
  });
  const kept = begun ? arrivedOf(progress.data) : undefined;
  const folder = `${flight.FlightID}_${sensorNumber(upload.SensorName)}`;
  return (
    <ChoosePanel
      Icon={FolderOpen}
      title={titleOf({
        isUpdate,
        kept,
        unknown: replacing || (begun && progress.isPending),
        stored: upload.Locations.length > 0,
      })}
    >
      {canSelect && (
        <>
          Use Upload Flight Folder, or drop the folder <strong>{folder}</strong> anywhere on this
          page.
          {kept !== undefined && (
            <>
              <br />
              {`${formatBytes(kept.completed_file_size)} of ${formatBytes(kept.total_file_size)} of the folder ${kept.base_folder} are there already: of the same folder only what is missing is sent, another begins anew.`}
            </>
          )}
        </>
      )}
    </ChoosePanel>
  );
}

function arrivedOf(progress: UploadProgress | undefined): UploadProgress | undefined {
  return progress !== undefined && progress.completed_file_size > 0 ? progress : undefined;
}

interface TitleFacts {
  readonly isUpdate: boolean;
  readonly kept: UploadProgress | undefined;
  /** Whether it is not known yet what is kept. */
  readonly unknown: boolean;
  /** Whether data of before stands in storage. */
  readonly stored: boolean;
}

function titleOf({ isUpdate, kept, unknown, stored }: TitleFacts): string {
  if (isUpdate) return "Select the folder that holds the new files";
  if (kept !== undefined) return "Part of the data has arrived";
  return unknown || stored ? "Select a flight folder" : "No data has been uploaded yet";
}
