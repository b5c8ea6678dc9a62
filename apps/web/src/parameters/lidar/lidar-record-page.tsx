import Download from "@mui/icons-material/Download";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import {
  type Calibration,
  calibrationStatus,
  LIDAR_PARAMETERS,
} from "@swath/contract/calibrations";
import { endpoints } from "@swath/contract/endpoints";
import { useMutation, useQuery } from "@tanstack/react-query";
import { settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { utcMinute } from "../../ui/text/format.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import { DueDate } from "../shared/due-date.tsx";
import { LMSVersion } from "../shared/lms-version.tsx";
import { AIRCRAFT_TYPE_NAMES } from "../shared/parameter-names.ts";
import { Numbers, RecordFrame } from "../form/record-frame.tsx";
import { FilesLoaded } from "./instrument-files-field.tsx";

/** A record of LiDAR parameters, to be read (document 3, section 2.5). */
export function LidarRecordPage({ record }: { readonly record: Calibration }) {
  const current = useQuery(settingsQuery(useApi())).data?.LMSCurrentVersion ?? "";
  return (
    <RecordFrame
      kind="lidar"
      record={record}
      about={
        <>
          <Details>
            <Detail name="Status">{calibrationStatus(record).text}</Detail>
            <Detail name="Aircraft Type">{AIRCRAFT_TYPE_NAMES[record.AircraftType]}</Detail>
            <Detail name="Survey Date/Wheels Up">{utcMinute(record.SurveyDate)}</Detail>
            <Detail name="Calibration Due">
              <DueDate of={record} />
            </Detail>
            <Detail name="Expiry">
              {record.ExpiryDate === null ? "–" : utcMinute(record.ExpiryDate)}
            </Detail>
            <Detail name="LMS Version">
              <LMSVersion of={record} current={current} />
            </Detail>
            <Detail name="Flight ID">{record.FlightID ?? "–"}</Detail>
            <Detail name="Updated">{utcMinute(record.Updated)}</Detail>
          </Details>
          <InstrumentFiles of={record} />
        </>
      }
      numbers={
        <Numbers names={LIDAR_PARAMETERS} of={record}>
          <Detail name="GPS Lever Arm SD">{record.PriGNSSLeverSD}</Detail>
        </Numbers>
      }
    />
  );
}

function InstrumentFiles({ of }: { of: Calibration }) {
  const api = useApi();
  const show = useSnackbar();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.file(endpoints.downloadInstrumentFiles, { params: { calibrationId: of._id } }),
    onSuccess: ({ file, name }) => saveBlob(file, name),
    onError: ({ message }) =>
      show({ severity: "error", text: `Instrument files could not be downloaded: ${message}` }),
  });
  return (
    <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 2 }}>
      <FilesLoaded loaded={of.hasInstrumentFiles} />
      <Button
        variant="outlined"
        startIcon={<Download />}
        disabled={!of.hasInstrumentFiles}
        loading={isPending}
        loadingPosition="start"
        onClick={() => mutate()}
      >
        Download instrument files
      </Button>
    </Box>
  );
}
