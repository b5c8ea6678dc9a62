import {
  calibrationStatus,
  IMAGERY_PARAMETERS,
  type ImageryCalibration,
} from "@swath/contract/calibrations";
import { utcMinute } from "../../ui/text/format.ts";
import { Detail, Details } from "../../ui/text/details.tsx";
import { AIRCRAFT_TYPE_NAMES } from "../shared/parameter-names.ts";
import { Numbers, RecordFrame } from "../form/record-frame.tsx";

/** A record of imagery parameters, to be read. */
export function ImageryRecordPage({ record }: { readonly record: ImageryCalibration }) {
  return (
    <RecordFrame
      kind="imagery"
      record={record}
      about={
        <Details>
          <Detail name="Status">{calibrationStatus(record).text}</Detail>
          <Detail name="Aircraft Type">{AIRCRAFT_TYPE_NAMES[record.AircraftType]}</Detail>
          <Detail name="Survey Date Wheels Up (UTC)">{utcMinute(record.SurveyDate)}</Detail>
          <Detail name="Expiry">
            {record.ExpiryDate === null ? "–" : utcMinute(record.ExpiryDate)}
          </Detail>
          <Detail name="Flight ID">{record.FlightID ?? "–"}</Detail>
          <Detail name="Updated (UTC)">{utcMinute(record.Updated)}</Detail>
        </Details>
      }
      numbers={<Numbers names={IMAGERY_PARAMETERS} of={record} />}
    />
  );
}
