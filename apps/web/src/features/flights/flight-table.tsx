import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { styled } from "@mui/material/styles";
import type { Flight } from "@swath/contract/flights";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { FlightRows } from "./flight-rows.tsx";

const COLUMNS: readonly (readonly [name: string, width: number | undefined])[] = [
  ["Flight ID", 92],
  ["Flight Type", 68],
  ["Sensor ID(s)", 96],
  ["Project ID(s)", 96],
  ["Survey Date (UTC)", 104],
  ["Sensor(s)", 200],
  ["Sensor Type(s)", 80],
  ["Aircraft", 92],
  ["Aircraft Type", 76],
  ["Field Uploads", undefined],
  ["Office Uploads", 176],
];

const FlightGroup = styled(TableBody)({
  "& > tr > td": { borderBottom: 0 },
  "& > tr > th": { borderBottom: 0, fontWeight: 650 },
  borderBottom: "1px solid var(--mui-palette-divider)",
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
    <TableContainer>
      <Table aria-label={caption} sx={{ tableLayout: "fixed" }}>
        <TableHead>
          <TableRow>
            {COLUMNS.filter(([name]) => withId || name !== "Flight ID").map(([name, width]) => (
              <TableCell key={name} sx={width === undefined ? {} : { width }}>
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
    </TableContainer>
  );
}
