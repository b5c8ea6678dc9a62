import Box from "@mui/material/Box";
import NativeSelect from "@mui/material/NativeSelect";
import {
  AIRCRAFT_TYPES,
  CALIBRATION_FILTERS,
  type Calibration,
  type CalibrationFilter,
  type CalibrationFilters,
  calibrationStatus,
} from "@swath/contract/calibrations";
import { utcMinute } from "../../ui/text/format.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { ChoiceHead, DatesHead } from "../list/head-filters.tsx";
import { EditRecord, NoDelete, ViewRecord } from "../list/record-actions.tsx";
import { DueDate } from "../shared/due-date.tsx";
import { LMSVersion } from "../shared/lms-version.tsx";
import { AIRCRAFT_TYPE_NAMES } from "../shared/parameter-names.ts";

interface StatusHeadProps {
  readonly filters: CalibrationFilters;
  readonly onFilters: (filters: CalibrationFilters) => void;
}

const statusOf = (value: string): CalibrationFilter | undefined =>
  CALIBRATION_FILTERS.find((each) => each === value);

/** The column of statuses, filtered by one of them, or by none. */
function StatusHead({ filters, onFilters }: StatusHeadProps) {
  const choose = (value: string): void => {
    const { Status: _former, ...others } = filters;
    const Status = statusOf(value);
    onFilters(Status === undefined ? others : { ...others, Status });
  };
  return (
    <Box sx={{ display: "grid" }}>
      Status
      <NativeSelect
        value={filters.Status ?? ""}
        onChange={({ target }) => choose(target.value)}
        inputProps={{ "aria-label": "Filter by Status" }}
        sx={{ fontSize: "0.8rem" }}
      >
        <option value="">None</option>
        {CALIBRATION_FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {filter}
          </option>
        ))}
      </NativeSelect>
    </Box>
  );
}

interface LidarColumnsOf {
  readonly filters: CalibrationFilters;
  readonly onFilters: (filters: CalibrationFilters) => void;
  /** The values on offer. */
  readonly aircraft: readonly string[];
  readonly sensors: readonly string[];
  /** '' where it is not known. */
  readonly currentLMSVersion: string;
}

const at = (time: string | null): string => (time === null ? "–" : utcMinute(time));

/** The columns of LiDAR parameters (document 3, section 2.3). */
export function lidarColumns(of: LidarColumnsOf): readonly Column<Calibration>[] {
  const { filters, onFilters, aircraft, sensors, currentLMSVersion } = of;
  const head = { filters, onFilters };
  return [
    {
      name: "Aircraft",
      width: "8%",
      head: <ChoiceHead {...head} name="Aircraft" field="Aircraft" options={aircraft} />,
      isRowHeader: true,
      cell: ({ Aircraft }) => Aircraft,
    },
    {
      name: "Aircraft Type",
      width: "9%",
      head: (
        <ChoiceHead
          {...head}
          name="Aircraft Type"
          field="AircraftType"
          options={AIRCRAFT_TYPES}
          labelOf={(type) => AIRCRAFT_TYPE_NAMES[type] ?? type}
        />
      ),
      cell: ({ AircraftType }) => AIRCRAFT_TYPE_NAMES[AircraftType],
    },
    {
      name: "Sensor",
      width: "13%",
      head: <ChoiceHead {...head} name="Sensor" field="SensorName" options={sensors} />,
      cell: ({ SensorName }) => SensorName,
    },
    {
      name: "Survey Date/Wheels Up",
      width: "12%",
      head: <DatesHead {...head} name="Survey Date/Wheels Up" />,
      cell: ({ SurveyDate }) => at(SurveyDate),
    },
    { name: "Expiry", width: "9%", cell: ({ ExpiryDate }) => at(ExpiryDate) },
    { name: "Calibration Due", width: "9%", cell: (record) => <DueDate of={record} /> },
    {
      name: "LMS Version",
      width: "8%",
      cell: (record) => <LMSVersion of={record} current={currentLMSVersion} />,
    },
    { name: "Updated", width: "9%", cell: ({ Updated }) => at(Updated) },
    {
      name: "Status",
      width: "10%",
      head: <StatusHead {...head} />,
      cell: (record) => calibrationStatus(record).text,
    },
    {
      name: "View",
      width: "4.4%",
      cell: (record) => <ViewRecord kind="lidar" of={record} />,
    },
    {
      name: "Edit",
      width: "4%",
      cell: (record) => <EditRecord kind="lidar" of={record} />,
    },
    {
      name: "Delete",
      width: "5%",
      cell: (record) => <NoDelete of={record} />,
    },
  ];
}
