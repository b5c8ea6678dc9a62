import Box from "@mui/material/Box";
import { may } from "@swath/contract/identity";
import type { Processing } from "@swath/contract/processing";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { TextLink } from "../../ui/links.tsx";
import { ArrangedTable, type ColumnsControl } from "../../ui/table/arranged-table.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { selectColumn, type Selection } from "../../ui/table/selection.tsx";
import { Hint } from "../../ui/text/hint.tsx";
import { COARSE, TOUCH_PX } from "../../ui/theme/theme.ts";
import { FlightLines } from "../lines/showing-lines.tsx";
import { CALIBRATION_PAGES, type JobRow, type ProcessingRow } from "../records/processing-row.ts";
import { JobCell } from "./job-cell.tsx";
import { recordColumns, VersionLabel } from "./record-cells.tsx";

/** A document with the row that both dashboards share. */
export interface ListedProcessing {
  readonly document: Processing;
  readonly row: ProcessingRow;
}

type ProcessingColumn = Column<ListedProcessing>;

const first = (job: JobRow | null, none: string, listed: ListedProcessing, lms: string) =>
  job === null || job.status === "NOT_APPLICABLE" ? (
    <Box component="span" sx={{ color: "text.secondary" }}>
      {none}
    </Box>
  ) : (
    <Box sx={TWO_LINES}>
      <JobCell
        row={listed.row}
        job={job}
        shape="pill"
        currentLMSVersion={lms}
        lmsVersion={listed.document.GPSCalibrationDoc?.LMSVersion ?? null}
      />
    </Box>
  );

/** The longest statuses take two lines, so that the columns can be narrow. */
const TWO_LINES = {
  "& button": {
    whiteSpace: "normal",
    lineHeight: 1.15,
    height: "auto",
    minHeight: 26,
    [COARSE]: { minHeight: TOUCH_PX },
  },
} as const;

function columnsOf(currentLMSVersion: string): readonly ProcessingColumn[] {
  return [
    ...recordColumns<ListedProcessing>(
      [128, 72, 96, 106],
      ({ row }) => row,
      ({ document }) => document.archiveInPlaceCompleteLidar,
    ),
    {
      name: "Flight Lines",
      size: 60,
      cell: ({ document }) => <FlightLines document={document} />,
    },
    {
      name: "Calib. Params.",
      size: 82,
      cell: ({ document }) => (
        <Calibration document={document} currentLMSVersion={currentLMSVersion} />
      ),
    },
    {
      name: "Processing Template",
      size: 116,
      cell: ({ row }) => (
        <>
          {row.template ?? "–"}
          <VersionLabel row={row} />
        </>
      ),
    },
    {
      name: "GPS & EO",
      size: 154,
      onCard: "half",
      cell: (listed) => first(listed.row.gps, "No GPS data available", listed, currentLMSVersion),
    },
    {
      name: "LMS",
      size: 154,
      onCard: "half",
      cell: (listed) => first(listed.row.lms, "No LMS data available", listed, currentLMSVersion),
    },
    {
      name: "Pipeline Status",
      size: 380,
      onCard: "whole",
      cell: ({ row, document }) => (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: "2px" }}>
          {row.stages.map((job) => (
            <JobCell
              key={job.name}
              row={row}
              job={job}
              shape="step"
              currentLMSVersion={currentLMSVersion}
              lmsVersion={document.GPSCalibrationDoc?.LMSVersion ?? null}
            />
          ))}
        </Box>
      ),
    },
  ];
}

/** What people arrange: columns of the specification, in its order. */
export const PROCESSING_COLUMNS = columnsOf("");

const CURRENT = "Calibrated for the current LMS version";

interface CalibrationProps {
  readonly document: Processing;
  readonly currentLMSVersion: string;
}

interface ProcessingTableProps {
  readonly control: ColumnsControl;
  readonly listed: readonly ListedProcessing[];
  readonly currentLMSVersion: string;
  /** People who may change rows can select them. */
  readonly selection: Selection;
}

const keyOf = ({ row }: ListedProcessing): string => row.id;
const nameOf = ({ row }: ListedProcessing): string =>
  [row.sensorId, row.projectId, row.custom?.name].filter(Boolean).join(" ");

/** Processings with the status of each of their jobs. */
export function ProcessingTable(props: ProcessingTableProps) {
  const { control, listed, currentLMSVersion, selection } = props;
  const isSelectable = may(useIdentity().roles, "changeProcessings");
  return (
    <ArrangedTable
      control={control}
      caption="Processings, latest survey first"
      columns={[
        ...(isSelectable
          ? [selectColumn<ListedProcessing>(selection, { rows: listed, keyOf, nameOf })]
          : []),
        ...columnsOf(currentLMSVersion),
      ]}
      rows={listed}
      keyOf={keyOf}
    />
  );
}

const CAMERA = "Parameters of the camera";

/** The LMS version of the calibration record, with a link to it, not for guests (document 3, section 2.2). */
function Calibration({ document, currentLMSVersion }: CalibrationProps) {
  const { GPSCalibrationDoc: record } = document;
  const { roles } = useIdentity();
  if (record === null) return <Hint hint="No matching parameters">–</Hint>;
  const { _id: calibrationId, Kind, LMSVersion: version } = record;
  const text = version === null ? "Calibrated" : `LMS ${version}`;
  const hint = Kind === "imagery" ? CAMERA : calibrationHint(version, currentLMSVersion);
  if (!may(roles, "readCalibrations")) return <Hint hint={hint}>{text}</Hint>;
  return (
    <Tooltip title={hint} describeChild>
      <TextLink to={CALIBRATION_PAGES[Kind]} params={{ calibrationId }}>
        {text}
      </TextLink>
    </Tooltip>
  );
}

function calibrationHint(version: string | null, current: string): string {
  if (version === null) return "Calibrated without an LMS version";
  const other = version !== current && current !== "";
  return other ? `Calibrated for LMS ${version}; current: ${current}` : CURRENT;
}
