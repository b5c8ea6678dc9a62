import {
  AIRCRAFT_TYPES,
  type CalibrationFilters,
  type ImageryCalibration,
} from "@swath/contract/calibrations";
import { utcDay, utcUnlabelled } from "../../ui/text/format.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { ChoiceHead, DatesHead } from "../list/head-filters.tsx";
import { EditRecord, ViewRecord } from "../list/record-actions.tsx";
import { AIRCRAFT_TYPE_NAMES } from "../shared/parameter-names.ts";

interface ImageryColumnsOf {
  readonly filters: CalibrationFilters;
  readonly onFilters: (filters: CalibrationFilters) => void;
  /** The values on offer. */
  readonly aircraft: readonly string[];
  readonly sensors: readonly string[];
}

/** The columns of imagery parameters (document 3, section 2.4). */
export function imageryColumns(of: ImageryColumnsOf): readonly Column<ImageryCalibration>[] {
  const { filters, onFilters, aircraft, sensors } = of;
  const head = { filters, onFilters };
  return [
    {
      name: "Aircraft",
      head: <ChoiceHead {...head} name="Aircraft" field="Aircraft" options={aircraft} />,
      isRowHeader: true,
      cell: ({ Aircraft }) => Aircraft,
    },
    {
      name: "Aircraft Type",
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
      head: <ChoiceHead {...head} name="Sensor" field="SensorName" options={sensors} />,
      cell: ({ SensorName }) => SensorName,
    },
    {
      name: "Survey Date Wheels Up (UTC)",
      head: <DatesHead {...head} name="Survey Date Wheels Up (UTC)" />,
      cell: ({ SurveyDate }) => <DateOverTime at={SurveyDate} />,
    },
    { name: "Updated (UTC)", cell: ({ Updated }) => utcUnlabelled(Updated) },
    {
      name: "View",
      width: "5%",
      cell: (record) => <ViewRecord kind="imagery" of={record} />,
    },
    {
      name: "Edit",
      width: "5%",
      cell: (record) => <EditRecord kind="imagery" of={record} />,
    },
  ];
}

function DateOverTime({ at }: { readonly at: string }) {
  return (
    <>
      {utcDay(at)}
      <br />
      {utcUnlabelled(at).slice(11)}
    </>
  );
}
