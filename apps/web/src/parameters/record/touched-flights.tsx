import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import type { MatchingFlights } from "@swath/contract/calibrations";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { plural, utcDay } from "../../ui/text/format.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { TextLink, TOUCHED_LINE } from "../../ui/links.tsx";
import { matchingFlightsQuery, type ParameterKind } from "../shared/parameter-queries.ts";
import { ScrollRegion } from "../../ui/page/scroll-region.tsx";
import { TitledSection } from "../../ui/page/titled-section.tsx";

interface TouchedFlightsProps {
  readonly kind: ParameterKind;
  readonly sensor: string | null;
  readonly aircraft: string | null;
  readonly survey: string | null;
  /** The record, once it is saved. */
  readonly record: { readonly _id: string; readonly ExpiryDate: string | null } | undefined;
}

/** The flights for which the parameters of a form would be chosen, before they are saved. */
export function TouchedFlights({ kind, sensor, aircraft, survey, record }: TouchedFlightsProps) {
  const api = useApi();
  const isKnown = sensor !== null && aircraft !== null && survey !== null;
  const expiry = record?.ExpiryDate ?? null;
  const query = useQuery({
    ...matchingFlightsQuery(api, {
      kind,
      SensorName: sensor ?? "",
      Aircraft: aircraft ?? "",
      SurveyDate: survey ?? "",
      ...(expiry === null ? {} : { ExpiryDate: expiry }),
    }),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  });
  return (
    <TitledSection title="Flights that use these parameters">
      {isKnown ? (
        <LoadedPart
          query={query}
          small
          loading="Loading Flights..."
          failed="Flights could not be loaded"
        >
          {(found) => <Found of={found} recordId={record?._id} />}
        </LoadedPart>
      ) : (
        <Typography sx={{ color: "text.secondary" }}>
          Choose sensor, aircraft and survey date to see them.
        </Typography>
      )}
    </TitledSection>
  );
}

type Named = MatchingFlights["named"][number];

const columnsOf = (recordId: string | undefined): readonly Column<Named>[] => [
  {
    name: "Flight ID",
    isRowHeader: true,
    cell: ({ FlightID }) => (
      <TextLink
        to="/ip"
        search={{ FlightID: `$any ${FlightID}` }}
        target="_blank"
        rel="noopener"
        sx={TOUCHED_LINE}
      >
        {FlightID}
      </TextLink>
    ),
  },
  { name: "Sensor ID", cell: ({ SensorID }) => SensorID },
  { name: "Survey Date (UTC)", cell: ({ Date: date }) => utcDay(date) },
  {
    name: "Has now",
    onCard: "whole",
    cell: ({ calibrationId }) =>
      calibrationId === null ? (
        /* text */ "no parameters"
      ) : calibrationId === recordId ? (
        /* text */ "these parameters"
      ) : (
        <Chip size="small" variant="outlined" color="warning" label="other parameters" />
      ),
  },
];

function Found({ of, recordId }: { of: MatchingFlights; recordId: string | undefined }) {
  const { total, named } = of;
  if (total === 0)
    return <Typography sx={{ color: "text.secondary" }}>None of the flights so far.</Typography>;
  const others = named.filter(({ calibrationId }) => calibrationId !== null).length;
  return (
    <>
      <Typography>
        {plural(total, "processing", "processings")}
        {total > named.length ? `, the latest ${named.length} below` : ""}.{" "}
        {others === 0
          ? ""
          : "Those that have other parameters keep them until a job that reads them is resubmitted."}
      </Typography>
      <ScrollRegion label="Flights">
        <FoldingTable
          caption="Flights that use these parameters"
          columns={columnsOf(recordId)}
          rows={named}
          minWidth={480}
          keyOf={({ processingId }) => processingId}
        />
      </ScrollRegion>
    </>
  );
}
