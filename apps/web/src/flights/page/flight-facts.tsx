import Paper from "@mui/material/Paper";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Flight } from "@swath/contract/flights";
import { InCard } from "../../ui/table/row-cards.tsx";
import { sensorLines } from "../cells/sensor-lines.ts";
import { FACT_COLUMNS, FlightTable } from "../flight-table.tsx";

/** Below this wide the columns stand as names and values. */
const TABLE = "(min-width: 1280px)";

/** What a flight is: the columns of the list, in a row or below one another. */
export function FlightFacts({ flight }: { readonly flight: Flight }) {
  const isWide = useMediaQuery(TABLE, { noSsr: true });
  if (isWide)
    return (
      <Paper variant="outlined">
        <FlightTable caption={`Flight ${flight.FlightID}`} flights={[flight]} />
      </Paper>
    );
  const lines = sensorLines(flight);
  return (
    <Paper variant="outlined" component="dl" sx={LIST}>
      {FACT_COLUMNS.map(({ name, cell, lineCell }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <InCard value>
              {cell?.(flight)}
              {lineCell &&
                lines.map((line) => <div key={line.sensor}>{lineCell(line, flight)}</div>)}
            </InCard>
          </dd>
        </div>
      ))}
    </Paper>
  );
}

const LIST = {
  m: 0,
  p: { xs: 1.5, sm: 2 },
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(140px, 1fr))",
  gap: 1.5,
  fontSize: "0.875rem",
  "& dt": { fontSize: "0.78rem", color: "text.secondary" },
  "& dd": { m: 0, minHeight: 22 },
} as const;
