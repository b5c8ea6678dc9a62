import {
  AIRCRAFT_TYPES,
  type Calibration,
  calibrationStatus,
  type ImageryCalibration,
} from "@swath/contract/calibrations";
import { useQuery } from "@tanstack/react-query";
import { aircraftQuery, sensorEquipmentQuery, settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { utcDay, utcUnlabelled } from "../../ui/text/format.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { AIRCRAFT_TYPE_NAMES } from "../shared/parameter-names.ts";
import {
  calibratedSensorsQuery,
  type ParameterKind,
  type RecordOf,
} from "../shared/parameter-queries.ts";
import { DueDate, Instant, isOtherVersion, LMSVersion } from "../shared/record-values.tsx";
import { ChoiceHead, DatesHead, type HeadFilters, StatusHead } from "./head-filters.tsx";
import { ParameterList, type ParameterListPlace } from "./parameter-list.tsx";
import { EditRecord, NoDelete, ViewRecord } from "./record-actions.tsx";

/** Highlights a record; the cell of its version says why. */
const HIGHLIGHT = {
  backgroundColor: "color-mix(in srgb, var(--mui-palette-secondary-main) 14%, transparent)",
} as const;

/** The list of LiDAR parameters (document 3, section 2.3). */
export function LidarListPage(place: ParameterListPlace) {
  const api = useApi();
  const current = useQuery(settingsQuery(api)).data?.LMSCurrentVersion ?? "";
  const equipment = useQuery(sensorEquipmentQuery(api)).data ?? [];
  const sensors = equipment.filter(({ Type }) => Type === "LiDAR").map(({ Name }) => Name);
  const aircraft = useAircraft();
  return (
    <ParameterList kind="lidar" title="LiDAR parameters" {...place}>
      {(rows, head, choose) => (
        <FoldingTable
          caption="LiDAR parameters, latest survey first"
          columns={[choose, ...lidarColumns({ head, aircraft, sensors }, current)]}
          rows={rows}
          minWidth={1_200}
          keyOf={({ _id }) => _id}
          rowSx={(of) => (isOtherVersion({ of, current }) ? HIGHLIGHT : {})}
        />
      )}
    </ParameterList>
  );
}

/** Of the columns of instants, so that all of a row take one line or two. */
const INSTANT = "9.7%";

const lidarColumns = (of: Offered, current: string): readonly Column<Calibration>[] => [
  ...firstColumns<Calibration>(of, ["7%", "8%", "auto"]),
  {
    name: "Survey Date/Wheels Up",
    width: INSTANT,
    head: <DatesHead {...of.head} name="Survey Date/Wheels Up" />,
    cell: ({ SurveyDate }) => <Instant of={SurveyDate} />,
  },
  { name: "Expiry", width: INSTANT, cell: ({ ExpiryDate }) => <Instant of={ExpiryDate} /> },
  { name: "Calibration Due", width: INSTANT, cell: (record) => <DueDate of={record} /> },
  {
    name: "LMS Version",
    width: "7%",
    cell: (record) => <LMSVersion of={record} current={current} />,
  },
  { name: "Updated", width: INSTANT, cell: ({ Updated }) => <Instant of={Updated} /> },
  {
    name: "Status",
    width: "10%",
    head: <StatusHead {...of.head} />,
    cell: (record) => calibrationStatus(record).text,
  },
  ...actionColumns("lidar", ["56px", "52px"]),
  { name: "Delete", width: "68px", cell: (record) => <NoDelete of={record} /> },
];

/** The list of imagery parameters (document 3, section 2.4). */
export function ImageryListPage(place: ParameterListPlace) {
  const sensors = useQuery(calibratedSensorsQuery(useApi(), "imagery")).data ?? [];
  const aircraft = useAircraft();
  return (
    <ParameterList kind="imagery" title="Imagery parameters" {...place}>
      {(rows, head, choose) => (
        <FoldingTable
          caption="Imagery parameters, latest survey first"
          columns={[choose, ...imageryColumns({ head, aircraft, sensors })]}
          rows={rows}
          minWidth={1_200}
          keyOf={({ _id }) => _id}
        />
      )}
    </ParameterList>
  );
}

const imageryColumns = (of: Offered): readonly Column<ImageryCalibration>[] => [
  ...firstColumns<ImageryCalibration>(of, []),
  {
    name: "Survey Date Wheels Up (UTC)",
    head: <DatesHead {...of.head} name="Survey Date Wheels Up (UTC)" />,
    cell: ({ SurveyDate }) => (
      <>
        {utcDay(SurveyDate)}
        <br />
        {utcUnlabelled(SurveyDate).slice(11)}
      </>
    ),
  },
  { name: "Updated (UTC)", cell: ({ Updated }) => utcUnlabelled(Updated) },
  ...actionColumns("imagery", ["5%", "5%"]),
];

const useAircraft = (): readonly string[] =>
  useQuery(aircraftQuery(useApi())).data?.map(({ Name }) => Name) ?? [];

/** The filters of the heads, and the values that they offer. */
interface Offered {
  readonly head: HeadFilters;
  readonly aircraft: readonly string[];
  readonly sensors: readonly string[];
}

/** Aircraft, aircraft type and sensor with their filters. */
const firstColumns = <R extends RecordOf[ParameterKind]>(
  { head, aircraft, sensors }: Offered,
  widths: readonly string[],
): readonly Column<R>[] => [
  {
    name: "Aircraft",
    width: widths[0],
    head: <ChoiceHead {...head} name="Aircraft" field="Aircraft" options={aircraft} />,
    isRowHeader: true,
    cell: ({ Aircraft }) => Aircraft,
  },
  {
    name: "Aircraft Type",
    width: widths[1],
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
    width: widths[2],
    head: <ChoiceHead {...head} name="Sensor" field="SensorName" options={sensors} />,
    cell: ({ SensorName }) => SensorName,
  },
];

const actionColumns = <K extends ParameterKind>(
  kind: K,
  [view, edit]: readonly [view: string, edit: string],
): readonly Column<RecordOf[K]>[] => [
  { name: "View", width: view, cell: (record) => <ViewRecord kind={kind} of={record} /> },
  { name: "Edit", width: edit, cell: (record) => <EditRecord kind={kind} of={record} /> },
];
