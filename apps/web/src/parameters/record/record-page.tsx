import Download from "@mui/icons-material/Download";
import TuneOutlined from "@mui/icons-material/TuneOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import {
  type Calibration,
  calibrationStatus,
  IMAGERY_PARAMETERS,
  type ImageryCalibration,
  LIDAR_PARAMETERS,
} from "@swath/contract/calibrations";
import { endpoints } from "@swath/contract/endpoints";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { utcMinute } from "../../ui/text/format.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { Explained } from "../../ui/glossary/explained.tsx";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import { type Parameter, PARAMETER_NAMES } from "../../data/parameter-labels.ts";
import { AIRCRAFT_TYPE_NAMES, PARAMETER_PAGES } from "../shared/parameter-names.ts";
import { type ParameterKind, parameterQuery, type RecordOf } from "../shared/parameter-queries.ts";
import { at, DueDate, FilesLoaded, LMSVersion } from "../shared/record-values.tsx";
import { TouchedFlights } from "./touched-flights.tsx";
import { PAGE, PAGE_HEAD } from "../../ui/page/page-layout.ts";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";

interface WithRecordProps<K extends ParameterKind> {
  readonly kind: K;
  readonly calibrationId: string;
  readonly children: (record: RecordOf[K]) => ReactNode;
}

/** Loads a record of parameters for its children. */
export function WithRecord<K extends ParameterKind>(props: WithRecordProps<K>) {
  const { kind, calibrationId, children } = props;
  const query = useQuery(parameterQuery(useApi(), kind, calibrationId));
  const { data, error } = query;
  if (data === undefined && error instanceof ApiError && error.status === 404)
    return (
      <Notice level={1} Icon={TuneOutlined} title="There are no parameters with this identifier" />
    );
  return (
    <LoadedPart
      query={query}
      level={1}
      loading="Loading Parameters..."
      shape="cards"
      failed="Parameters could not be loaded"
    >
      {children}
    </LoadedPart>
  );
}

/** A record of LiDAR parameters, to be read (document 3, section 2.5). */
export function LidarRecordPage({ record }: { readonly record: Calibration }) {
  const current = useQuery(settingsQuery(useApi())).data?.LMSCurrentVersion ?? "";
  return (
    <RecordFrame kind="lidar" record={record} numbers={LIDAR_PARAMETERS}>
      <Details>
        <Detail name="Status">{calibrationStatus(record).text}</Detail>
        <Detail name="Aircraft Type">{AIRCRAFT_TYPE_NAMES[record.AircraftType]}</Detail>
        <Detail name="Survey Date/Wheels Up">{utcMinute(record.SurveyDate)}</Detail>
        <Detail name="Calibration Due">
          <DueDate of={record} />
        </Detail>
        <Detail name="Expiry">{at(record.ExpiryDate)}</Detail>
        <Detail name="LMS Version">
          <LMSVersion of={record} current={current} />
        </Detail>
        <Detail name="Flight ID">{record.FlightID ?? "–"}</Detail>
        <Detail name="Updated">{utcMinute(record.Updated)}</Detail>
      </Details>
      <InstrumentFiles of={record} />
    </RecordFrame>
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

/** A record of imagery parameters, to be read. */
export function ImageryRecordPage({ record }: { readonly record: ImageryCalibration }) {
  return (
    <RecordFrame kind="imagery" record={record} numbers={IMAGERY_PARAMETERS}>
      <Details>
        <Detail name="Status">{calibrationStatus(record).text}</Detail>
        <Detail name="Aircraft Type">{AIRCRAFT_TYPE_NAMES[record.AircraftType]}</Detail>
        <Detail name="Survey Date Wheels Up (UTC)">{utcMinute(record.SurveyDate)}</Detail>
        <Detail name="Expiry">{at(record.ExpiryDate)}</Detail>
        <Detail name="Flight ID">{record.FlightID ?? "–"}</Detail>
        <Detail name="Updated (UTC)">{utcMinute(record.Updated)}</Detail>
      </Details>
    </RecordFrame>
  );
}

interface RecordFrameProps<N extends Parameter> {
  readonly kind: ParameterKind;
  readonly record: RecordOf[ParameterKind] & Readonly<Record<N, number | null>>;
  readonly numbers: readonly N[];
  /** The other values of the record. */
  readonly children: ReactNode;
}

/** A record of parameters: its values, its numbers with their units, and the flights that it is for. */
function RecordFrame<N extends Parameter>(props: RecordFrameProps<N>) {
  const { kind, record, numbers, children } = props;
  const title = /* text */ `${record.SensorName} in ${record.Aircraft}`;
  usePageTitle(title);
  const labels = numbers.map((name) => PARAMETER_NAMES[name].label);
  return (
    <Box sx={{ ...PAGE, gap: 2, maxWidth: 1_500 }}>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h1">{title}</Typography>
        {calibrationStatus(record).editable ? (
          <ButtonLink
            variant="outlined"
            to={PARAMETER_PAGES[kind].edit}
            params={{ calibrationId: record._id }}
          >
            Edit
          </ButtonLink>
        ) : null}
      </Box>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 420px), 1fr))",
        }}
      >
        <PaddedPaper>{children}</PaddedPaper>
        <PaddedPaper>
          <Details>
            {numbers.map((name, index) => (
              <Detail
                key={name}
                name={<Explained text={labels[index]!} after={labels.slice(0, index)} />}
              >
                {record[name] === null
                  ? "missing"
                  : `${record[name]} ${PARAMETER_NAMES[name].unit}`}
              </Detail>
            ))}
            {"PriGNSSLeverSD" in record ? (
              <Detail name="GPS Lever Arm SD">{record.PriGNSSLeverSD}</Detail>
            ) : null}
          </Details>
        </PaddedPaper>
        <PaddedPaper>
          <TouchedFlights
            kind={kind}
            sensor={record.SensorName}
            aircraft={record.Aircraft}
            survey={record.SurveyDate}
            record={record}
          />
        </PaddedPaper>
      </Box>
    </Box>
  );
}
