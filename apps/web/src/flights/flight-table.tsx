import Box from "@mui/material/Box";
import type { Flight, FlightSensor } from "@swath/contract/flights";
import type { ReactNode } from "react";
import { FlightHold } from "../data/hold-chip.tsx";
import { useIdentity } from "../platform/session/session.ts";
import { utcDay, utcMinute } from "../ui/text/format.ts";
import { TextLink } from "../ui/links.tsx";
import { ArrangedTable, type ColumnsControl } from "../ui/table/arranged-table.tsx";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { useInCard } from "../ui/table/row-cards.tsx";
import { Facts, Hint, IdList, Lines } from "../ui/text/hint.tsx";
import { CellGrid, TerrainMapperWidget } from "./cells/cell-grid.ts";
import { CollapsedCell } from "./cells/collapsed-cell.tsx";
import {
  CELLS,
  dispatchOf,
  type SensorLine,
  sensorLines,
  type UploadCell,
} from "./cells/sensor-lines.ts";
import { UploadStatusCell, useCellRules } from "./cells/upload-status-cell.tsx";
import { AIRCRAFT_KIND, FLIGHT_KIND, KindIcon, SENSOR_KIND } from "./kind-icons.tsx";

export const sensorIds = ({ Sensors }: Pick<Flight, "Sensors">): string[] => [
  ...new Set(Sensors.map(({ SensorID }) => SensorID)),
];

/** The flight's projects, each once; the facts of one that is not known are empty. */
export function projectsOf({ Sensors }: Pick<Flight, "Sensors">) {
  const projects = new Map(
    Sensors.flatMap(({ ProjectID, Project }) =>
      ProjectID === null ? [] : [[ProjectID, Project] as const],
    ),
  );
  return Array.from(projects, ([id, project]) => ({
    id,
    facts:
      project === null
        ? []
        : ([
            ["Project", project.ProjectName],
            ["Manager", project.ProjectManager],
            ["Status", project.ProjectStatus],
          ] as const),
  }));
}

function SensorIds({ flight }: { flight: Flight }) {
  const ids = sensorIds(flight).map((id) => ({ id }));
  return <IdList ids={ids} allLabel={`All ${ids.length} sensor IDs`} />;
}

function ProjectIds({ flight }: { flight: Flight }) {
  const projects = projectsOf(flight);
  return (
    <IdList
      ids={projects.map(({ id, facts }) =>
        facts.length === 0 ? { id } : { id, hint: <Facts of={facts} /> },
      )}
      allLabel={`All ${projects.length} projects`}
      all={
        <Box component="span" sx={{ display: "grid", gap: 0.75 }}>
          {projects.map(({ id, facts }) => (
            <Box component="span" key={id}>
              <strong>{id}</strong>
              <Facts of={facts} />
            </Box>
          ))}
        </Box>
      }
    />
  );
}

function SurveyDate({ flight: { Date: dates, WheelsUp, WheelsDown } }: { flight: Flight }) {
  // Latest first, each once.
  const days = [...new Set(dates.map(utcDay))].toSorted().toReversed();
  if (days.length === 0) return <span>–</span>;
  const wheels = [
    ["Wheels up", WheelsUp === null ? /* text */ "not recorded" : utcMinute(WheelsUp)],
    ["Wheels down", WheelsDown === null ? /* text */ "not recorded" : utcMinute(WheelsDown)],
  ] as const;
  return (
    <Hint hint={<Facts of={wheels} />}>
      <Lines of={days} />
    </Hint>
  );
}

interface UploadCellsProps {
  readonly flight: Flight;
  readonly line: SensorLine;
  /** Which of the upload columns. */
  readonly of: "field" | "office";
  readonly guest: boolean;
}

/** The status cells of one sensor in one of the upload columns. */
function UploadCells({ flight, line, of, guest }: UploadCellsProps) {
  const { cells, collapsed } = line[of];
  const ruleOf = useCellRules(flight, line, guest);
  const inCard = useInCard();
  const withRule = (cell: UploadCell) => ({ cell, rule: ruleOf(cell) });
  const listed = cells.map((cell) => (
    <span key={cell.upload._id} style={{ gridColumn: CELLS[cell.kind].slot }}>
      <UploadStatusCell
        flight={flight}
        {...withRule(cell)}
        dispatch={dispatchOf(line, cell.kind)}
      />
    </span>
  ));
  if (collapsed.length > 0)
    return (
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {listed}
        <CollapsedCell flight={flight} cells={collapsed.map(withRule)} guest={guest} />
      </Box>
    );
  if (cells.some(({ kind }) => kind === "tmAll"))
    return (
      <TerrainMapperWidget aria-label={`Uploads of ${line.sensor}`} data-in-card={inCard}>
        {listed}
      </TerrainMapperWidget>
    );
  return <CellGrid inRow={of === "office" || inCard}>{listed}</CellGrid>;
}

type FlightColumn = Column<Flight, SensorLine>;

/**
 * Widths in per cent of a flight's own table, and in px of the list whose columns people arrange: at
 * 1425 px a Terrain Mapper's four cells fit one line.
 */
const ID_COLUMN: FlightColumn = {
  name: "Flight ID",
  width: "6.3%",
  size: 88,
  isRowHeader: true,
  cell: (flight) => (
    <Box sx={{ display: "grid", justifyItems: "start", gap: 0.25 }}>
      <TextLink underline="hover" to="/post/$flightId" params={{ flightId: flight.FlightID }}>
        {flight.FlightID}
      </TextLink>
      <FlightHold flight={flight} />
    </Box>
  ),
};

/** What the list says of a flight before its uploads. */
export const FACT_COLUMNS: readonly FlightColumn[] = [
  {
    name: "Flight Type",
    width: "4.3%",
    size: 60,
    cell: ({ Type }) => (
      <Icons>
        {Type.map((type) => (
          <KindIcon key={type} kind={FLIGHT_KIND[type]} />
        ))}
      </Icons>
    ),
  },
  {
    name: "Sensor ID(s)",
    width: "6.3%",
    size: 88,
    cell: (flight) => <SensorIds flight={flight} />,
  },
  {
    name: "Project ID(s)",
    width: "6.3%",
    size: 88,
    cell: (flight) => <ProjectIds flight={flight} />,
  },
  {
    name: "Survey Date (UTC)",
    width: "7.2%",
    size: 100,
    sx: { whiteSpace: "nowrap" },
    cell: (flight) => <SurveyDate flight={flight} />,
  },
  {
    name: "Sensor(s)",
    width: "13.2%",
    // All fit in 1425 px, beside a scrollbar too.
    size: 166,
    onCard: "half",
    lineCell: (line) => <SensorNames line={line} />,
  },
  {
    name: "Sensor Type(s)",
    width: "5%",
    size: 70,
    lineCell: (line) => <SensorTypes line={line} />,
  },
  { name: "Aircraft", width: "5.4%", size: 75, cell: ({ Aircraft }) => Aircraft },
  {
    name: "Aircraft Type",
    width: "5.3%",
    size: 74,
    cell: ({ AircraftType }) => <KindIcon kind={AIRCRAFT_KIND[AircraftType]} />,
  },
];

/** The columns of the uploads; guests see their statuses only. */
const uploadColumns = (guest: boolean): FlightColumn[] =>
  (["field", "office"] as const).map((of) => ({
    name: of === "field" ? "Field Uploads" : "Office Uploads",
    width: of === "field" ? "28.3%" : "12.4%",
    size: of === "field" ? 394 : 172,
    onCard: "whole",
    // A pill stands on the line of the text beside it.
    sx: { py: "calc(var(--row-pad, 6px) - 3px)" },
    lineCell: (line, flight) =>
      line && <UploadCells flight={flight} line={line} of={of} guest={guest} />,
  }));

const FOR_CREW = [...FACT_COLUMNS, ...uploadColumns(false)];
const FOR_GUESTS = [...FACT_COLUMNS, ...uploadColumns(true)];

/** What people arrange in the list of flights: columns of the specification, in its order. */
export const FLIGHT_COLUMNS = [ID_COLUMN, ...FOR_CREW];

interface FlightTableProps {
  /** What the table holds, for those who cannot see it. */
  readonly caption: string;
  readonly flights: readonly Flight[];
  /** The arrangement of the list's columns; none on a flight's own page, which leaves out its identifier. */
  readonly control?: ColumnsControl;
}

/** Flights with their sensors and the status of each upload. */
export function FlightTable({ caption, flights, control }: FlightTableProps) {
  const columns = useIdentity().roles.includes("guest") ? FOR_GUESTS : FOR_CREW;
  const table = {
    caption,
    rows: flights,
    keyOf: ({ FlightID }: Flight) => FlightID,
    linesOf: sensorLines,
  };
  if (control === undefined) return <DataTable {...table} columns={columns} />;
  return <ArrangedTable {...table} control={control} columns={[ID_COLUMN, ...columns]} />;
}

function Icons({ children }: { children: ReactNode }) {
  return <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>{children}</Box>;
}

function SensorNames({ line }: { line: SensorLine | undefined }) {
  return (
    <>
      {line?.sensor}
      {line?.secondary === undefined ? null : (
        <Box component="small" sx={{ display: "block", color: "text.secondary" }}>
          {line.secondary}
        </Box>
      )}
    </>
  );
}

function SensorTypes({ line }: { line: SensorLine | undefined }) {
  const types = new Set<FlightSensor["Type"]>(line?.logs.map(({ Type }) => Type));
  return (
    <Icons>
      {[...types].map((type) => (
        <KindIcon key={type} kind={SENSOR_KIND[type]} />
      ))}
    </Icons>
  );
}
