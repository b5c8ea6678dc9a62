import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { FlightUpload } from "@swath/contract/flights";
import { sensorNumber } from "@swath/contract/ids";
import { useState } from "react";
import { FlightLoading } from "../flight-loading.tsx";
import { FolderButton } from "../folder/folder-button.tsx";
import { judgeRequest } from "../folder/judge-request.ts";
import type { ReadFolder } from "../folder/picked-file.ts";
import { droppedFolder, readDropped } from "../folder/read-dropped.ts";
import { readFileList } from "../folder/read-file-list.ts";
import { useFolderJudge } from "../folder/use-folder-judge.ts";
import type { JudgedFolder } from "../judging/folder-judge.ts";
import { FolderDrop } from "../page/folder-drop.tsx";
import { Notice } from "../panels/notice.tsx";
import { FolderReport } from "../report/folder-report.tsx";
import { JudgingProgress } from "../report/judging-progress.tsx";
import { SaveReportButton } from "../report/save-report-button.tsx";
import { type FlightAndEquipment, useFlight } from "../use-flight.ts";

interface Props {
  readonly flightId: string;
  /** Whose rules hold; the flight's first unless named. */
  readonly uploadId: string | undefined;
  readonly onUpload: (uploadId: string) => void;
}

/** Checks a folder against an upload of a flight, without starting anything. */
export function CheckPage({ flightId, uploadId, onUpload }: Props) {
  const { data, failed } = useFlight(flightId);
  if (data === undefined) return <FlightLoading flightId={flightId} failed={failed} />;
  const { Uploads } = data.flight;
  const upload = Uploads.find(({ _id }) => _id === uploadId) ?? Uploads[0];
  if (upload === undefined)
    return (
      <Box sx={{ p: 3 }}>
        <Notice severity="info">{`Flight ${flightId} has no upload to check a folder for.`}</Notice>
      </Box>
    );
  return <Check key={upload._id} {...data} upload={upload} onUpload={onUpload} />;
}

interface CheckProps extends FlightAndEquipment, Pick<Props, "onUpload"> {
  readonly upload: FlightUpload;
}

function Check({ flight, equipment, upload, onUpload }: CheckProps) {
  const [folder, setFolder] = useState<JudgedFolder>();
  const judge = useFolderJudge({
    request: () => judgeRequest(flight, upload, equipment),
    onJudged: (judged) => {
      setFolder(judged);
      return undefined;
    },
  });
  const idle = judge.judging.phase === "idle";
  const read = (how: ReadFolder): void => {
    setFolder(undefined);
    judge.read(how);
  };
  const drop = (transfer: DataTransfer): void => {
    const dropped = droppedFolder(transfer);
    read(async (options) => {
      if (dropped !== undefined) await readDropped(dropped, options);
    });
  };
  return (
    <FolderDrop enabled={idle} onDropped={drop}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, minHeight: 44 }}>
        <Typography variant="h1">{`Check a folder: ${flight.FlightID}`}</Typography>
        <UploadChoice uploads={flight.Uploads} chosen={upload} onChosen={onUpload} />
        <Box sx={{ flex: 1 }} />
        {folder !== undefined && <SaveReportButton folder={folder} />}
        <FolderButton
          label="Select Flight Folder"
          disabled={!idle}
          onPicked={(files) => read((options) => readFileList(files, options))}
        />
      </Box>
      <JudgingProgress judging={judge.judging} onCancel={judge.drop} />
      {judge.fault !== undefined && <Notice severity="error">{judge.fault}</Notice>}
      {folder !== undefined && (
        <Paper variant="outlined" sx={{ p: 2.5 }}>
          <FolderReport view={folder.view} heading="h2" />
        </Paper>
      )}
      {folder === undefined && idle && (
        <Waits folder={`${flight.FlightID}_${sensorNumber(upload.SensorName)}`} />
      )}
    </FolderDrop>
  );
}

interface UploadChoiceProps {
  readonly uploads: readonly FlightUpload[];
  readonly chosen: FlightUpload;
  readonly onChosen: (uploadId: string) => void;
}

function UploadChoice({ uploads, chosen, onChosen }: UploadChoiceProps) {
  return (
    <TextField
      select
      size="small"
      label="Upload"
      value={chosen._id}
      onChange={({ target }) => onChosen(target.value)}
      sx={{ minWidth: 320 }}
    >
      {uploads.map(({ _id, Type, SensorName }) => (
        <MenuItem key={_id} value={_id}>{`${Type} : ${SensorName}`}</MenuItem>
      ))}
    </TextField>
  );
}

function Waits({ folder }: { readonly folder: string }) {
  return (
    <Paper
      component="section"
      aria-label="Select a folder"
      variant="outlined"
      sx={{ p: 6, textAlign: "center", borderStyle: "dashed" }}
    >
      <FactCheckOutlined sx={{ fontSize: 48, color: "text.secondary" }} />
      <Typography variant="h2" sx={{ mb: 1 }}>
        Nothing is uploaded by checking
      </Typography>
      <Typography color="textSecondary">
        {"Use Select Flight Folder, or drop the folder "}
        <strong>{folder}</strong>
        {" anywhere on this page. It is read on this computer only."}
      </Typography>
    </Paper>
  );
}
