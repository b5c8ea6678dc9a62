import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { styled } from "@mui/material/styles";
import type { Flight } from "@swath/contract/flights";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { CopyLinkProvider } from "../../ui/copy-link.tsx";
import { FlightRows } from "./flight-rows.tsx";

/** Widths in per cent of the table: at 1425 px a Terrain Mapper's four cells fit one line. */
const COLUMNS = [
  ["Flight ID", 6.3],
  ["Flight Type", 4.3],
  ["Sensor ID(s)", 6.3],
  ["Project ID(s)", 6.3],
  ["Survey Date (UTC)", 7.2],
  ["Sensor(s)", 14.7],
  ["Sensor Type(s)", 5],
  ["Aircraft", 5.4],
  ["Aircraft Type", 5.3],
  ["Field Uploads", 28.5],
  ["Office Uploads", 10.7],
] as const;

const FlightGroup = styled(TableBody)({
  "& > tr > td": { borderBottom: 0 },
  "& > tr > th": { borderBottom: 0, fontWeight: 650 },
  "&:not(:first-of-type) > tr:first-of-type > *": {
    borderTop: "1px solid var(--mui-palette-divider)",
  },
  "&:hover": { backgroundColor: "var(--mui-palette-action-hover)" },
});

interface FlightTableProps {
  /** What the table holds, for those who cannot see it. */
  readonly caption: string;
  readonly flights: readonly Flight[];
  readonly withId: boolean;
}

/** Flights with their sensors and the status of each upload. */
export function FlightTable({ caption, flights, withId }: FlightTableProps) {
  const guest = useIdentity().roles.includes("guest");
  return (
    <CopyLinkProvider>
      <Table stickyHeader aria-label={caption} sx={{ tableLayout: "fixed" }}>
        <TableHead>
          <TableRow>
            {COLUMNS.filter(([name]) => withId || name !== "Flight ID").map(([name, width]) => (
              <TableCell key={name} sx={{ width: `${width}%` }}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        {flights.map((flight) => (
          <FlightGroup key={flight.FlightID}>
            <FlightRows flight={flight} guest={guest} withId={withId} />
          </FlightGroup>
        ))}
      </Table>
    </CopyLinkProvider>
  );
}
