import Box from "@mui/material/Box";
import TableCell from "@mui/material/TableCell";
import TableRow from "@mui/material/TableRow";
import type { Flight, FlightSensor } from "@swath/contract/flights";
import { TextLink } from "../../ui/text-link.tsx";
import { ProjectIds, SensorIds, SurveyDate } from "./id-cells.tsx";
import { AircraftTypeIcon, FlightTypeIcon, SensorTypeIcon } from "./kind-icons.tsx";
import { sensorLines } from "./cells/sensor-lines.ts";
import type { SensorLine } from "./cells/sensor-lines.ts";
import { UploadCells } from "./cells/upload-cells.tsx";

interface FlightRowsProps {
  readonly flight: Flight;
  readonly guest: boolean;
  /** Left out on the flight's own page. */
  readonly withId: boolean;
}

/** A flight: one row for each of its sensors, the flight's own cells spanning them. */
export function FlightRows({ flight, guest, withId }: FlightRowsProps) {
  const lines = sensorLines(flight);
  const [first, ...others] = lines;
  const rows = Math.max(1, lines.length);
  return (
    <>
      <TableRow sx={{ verticalAlign: "top" }}>
        {withId ? (
          <TableCell component="th" scope="row" rowSpan={rows}>
            <TextLink underline="hover" to="/post/$flightId" params={{ flightId: flight.FlightID }}>
              {flight.FlightID}
            </TextLink>
          </TableCell>
        ) : null}
        <TableCell rowSpan={rows}>
          <Box sx={{ display: "flex", gap: 0.5 }}>
            {flight.Type.map((type) => (
              <FlightTypeIcon key={type} type={type} />
            ))}
          </Box>
        </TableCell>
        <TableCell rowSpan={rows}>
          <SensorIds flight={flight} />
        </TableCell>
        <TableCell rowSpan={rows}>
          <ProjectIds flight={flight} />
        </TableCell>
        <TableCell rowSpan={rows} sx={{ whiteSpace: "nowrap" }}>
          <SurveyDate flight={flight} />
        </TableCell>
        <SensorCells line={first} />
        <TableCell rowSpan={rows}>{flight.Aircraft}</TableCell>
        <TableCell rowSpan={rows}>
          <AircraftTypeIcon type={flight.AircraftType} />
        </TableCell>
        <StatusCells flight={flight} line={first} guest={guest} />
      </TableRow>
      {others.map((line) => (
        <TableRow key={line.sensor} sx={{ verticalAlign: "top" }}>
          <SensorCells line={line} />
          <StatusCells flight={flight} line={line} guest={guest} />
        </TableRow>
      ))}
    </>
  );
}

function SensorCells({ line }: { line: SensorLine | undefined }) {
  const types = new Set<FlightSensor["Type"]>(line?.logs.map(({ Type }) => Type));
  return (
    <>
      <TableCell>
        {line?.sensor}
        {line?.secondary === undefined ? null : (
          <Box component="small" sx={{ display: "block", color: "text.secondary" }}>
            {line.secondary}
          </Box>
        )}
      </TableCell>
      <TableCell>
        <Box sx={{ display: "flex", gap: 0.5 }}>
          {[...types].map((type) => (
            <SensorTypeIcon key={type} type={type} />
          ))}
        </Box>
      </TableCell>
    </>
  );
}

interface StatusCellsProps {
  readonly flight: Flight;
  readonly line: SensorLine | undefined;
  readonly guest: boolean;
}

function StatusCells({ flight, line, guest }: StatusCellsProps) {
  if (line === undefined)
    return (
      <>
        <TableCell />
        <TableCell />
      </>
    );
  return (
    <>
      <TableCell sx={{ py: "3px" }}>
        <UploadCells flight={flight} line={line} column={line.field} guest={guest} office={false} />
      </TableCell>
      <TableCell sx={{ py: "3px" }}>
        <UploadCells flight={flight} line={line} column={line.office} guest={guest} office />
      </TableCell>
    </>
  );
}
