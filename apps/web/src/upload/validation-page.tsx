import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { FlightUpload } from "@swath/contract/flights";
import { sensorNumber } from "@swath/contract/ids";
import { type ComponentType, useState } from "react";
import { useConfig, usePageTitle } from "../platform/config/config.ts";
import { SelectField } from "../ui/form/select-field.tsx";
import { FlightLoading, type FlightAndEquipment, useFlight } from "./flight-loading.tsx";
import { validationRequest } from "./validation/validation-calls.ts";
import { ChooseFolderButton, FolderDrop } from "./folder/choose-folder.tsx";
import type { ChosenFolder } from "./folder/read-folder.ts";
import { useFolderValidation } from "./validation/use-folder-validation.ts";
import type { ValidatedFolder } from "./validation/folder-validator.ts";
import { ChoosePanel } from "./screen/choose-panel.tsx";
import { UploadAlert } from "./upload-alert.tsx";
import type { UploadId } from "./upload-queries.ts";
import { ReportBody } from "./report/report-body.tsx";
import { SaveReportButton } from "./report/save-report-button.tsx";
import { FolderGuide } from "./guide/folder-guide.tsx";
import { ValidationProgress } from "./validation/validation-progress.tsx";
import { PaddedPaper } from "../ui/page/padded-paper.tsx";

interface Props {
  readonly flightId: string;
  /** The upload whose rules apply; the flight's first by default. */
  readonly uploadId: string | undefined;
  readonly onUpload: (uploadId: string) => void;
  /** The way to the page of an upload whose folder is valid. */
  readonly WayOn: ComponentType<UploadId>;
}

/** Validates a folder against an upload of a flight, without starting anything. */
export function ValidationPage({ flightId, uploadId, ...ways }: Props) {
  usePageTitle(`Validate ${flightId}`);
  const { data, failed } = useFlight(flightId);
  if (data === undefined) return <FlightLoading flightId={flightId} failed={failed} />;
  const { Uploads } = data.flight;
  const upload = Uploads.find(({ _id }) => _id === uploadId) ?? Uploads[0];
  if (upload === undefined)
    return (
      <Box sx={{ p: 3 }}>
        <UploadAlert severity="info">{`Flight ${flightId} has no upload to validate a folder for.`}</UploadAlert>
      </Box>
    );
  return <FolderValidationForm key={upload._id} {...data} {...ways} upload={upload} />;
}

interface FormProps extends FlightAndEquipment, Pick<Props, "onUpload" | "WayOn"> {
  readonly upload: FlightUpload;
}

function FolderValidationForm({ flight, equipment, upload, onUpload, WayOn }: FormProps) {
  const [folder, setFolder] = useState<ValidatedFolder>();
  const { companions } = useConfig();
  const validation = useFolderValidation({
    request: () => validationRequest(flight, upload, equipment, { companions }),
    onValidated: (validated) => {
      setFolder(validated);
      return undefined;
    },
  });
  const [refused, setRefused] = useState<string>();
  const idle = validation.phase.name === "idle";
  const fault = refused ?? validation.fault;
  const wanted = `${flight.FlightID}_${sensorNumber(upload.SensorName)}`;
  const read = (chosen: ChosenFolder): void => {
    setFolder(undefined);
    setRefused(undefined);
    validation.read(chosen.read);
  };
  return (
    <FolderDrop enabled={idle} wanted={wanted} onDropped={read} onRefused={setRefused}>
      <Box
        sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1.5, minHeight: 44 }}
      >
        <Typography variant="h1">{`Validate a folder: ${flight.FlightID}`}</Typography>
        <SelectField
          label="Upload"
          value={upload._id}
          options={flight.Uploads.map((each) => [each._id, `${each.Type} : ${each.SensorName}`])}
          onChange={onUpload}
          minWidth={260}
        />
        <Box sx={{ flex: 1 }} />
        {folder !== undefined && <SaveReportButton folder={folder} />}
        {folder !== undefined && folder.view.state !== "blocked" && (
          <WayOn flightId={flight.FlightID} uploadId={upload._id} />
        )}
        <ChooseFolderButton label="Select Flight Folder" disabled={!idle} onChosen={read} />
      </Box>
      <ValidationProgress phase={validation.phase} onCancel={validation.drop} />
      {fault !== undefined && <UploadAlert severity="error">{fault}</UploadAlert>}
      {folder !== undefined && (
        <PaddedPaper>
          <ReportBody view={folder.view} heading="h2" />
        </PaddedPaper>
      )}
      {folder === undefined && idle && (
        <>
          <ChoosePanel Icon={FactCheckOutlined} title="Nothing is uploaded by validating">
            Use Select Flight Folder, or drop the folder <strong>{wanted}</strong> anywhere on this
            page. It is read on this computer only.
          </ChoosePanel>
          <FolderGuide flight={flight} equipment={equipment} upload={upload} isUpdate={false} />
        </>
      )}
    </FolderDrop>
  );
}
