import LockOutlined from "@mui/icons-material/LockOutlined";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { isLocked as isTemplateLocked, LAST_FORMER_VERSION } from "@swath/contract/processing";
import { FollowButton } from "../../data/follow-button.tsx";
import { utcDay, utcMinute } from "../../ui/text/format.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { Facts, Hint, Lines } from "../../ui/text/hint.tsx";
import type { ProcessingRow } from "../records/processing-row.ts";

/** A width as a table has it, or the pixels of one whose columns people arrange. */
const wide = (width: string | number | undefined) =>
  typeof width === "number" ? { size: width } : { width };

/**
 * The first columns of a list of processings: identifiers, aircraft and sensor, survey, project and client;
 * `isArchived`: whether all LiDAR data of a closed project is archived.
 */
export const recordColumns = <Listed,>(
  widths: readonly (string | number)[],
  rowOf: (listed: Listed) => ProcessingRow,
  isArchived?: (listed: Listed) => boolean,
): readonly Column<Listed>[] => [
  {
    name: "Sensor ID / Flight ID / Project ID",
    ...wide(widths[0]),
    isRowHeader: true,
    cell: (listed) => <Ids row={rowOf(listed)} lidarArchived={isArchived?.(listed)} />,
  },
  {
    name: "Aircraft / Sensor",
    ...wide(widths[1]),
    cell: (listed) => <Machine row={rowOf(listed)} />,
  },
  {
    name: "Survey Date (UTC)",
    ...wide(widths[2]),
    cell: (listed) => <Survey row={rowOf(listed)} />,
  },
  {
    name: "Project Name / Client Name",
    ...wide(widths[3]),
    cell: (listed) => <Client row={rowOf(listed)} />,
  },
];

/**
 * The three identifiers with the project's status as tooltip (document 3, section 2.2), and the button to
 * follow; below them the number of a custom processing.
 */
function Ids({ row, lidarArchived }: { row: ProcessingRow; lidarArchived: boolean | undefined }) {
  const { sensorId, flightId, projectId, projectStatus, custom } = row;
  const status: [string, string][] = [["Project status", projectStatus ?? /* text */ "none"]];
  if (projectStatus === "Closed" && lidarArchived !== undefined)
    status.push(["LiDAR archive", lidarArchived ? "All data archived" : "Incomplete"]);
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "start", justifyContent: "space-between" }}>
        <Hint hint={<Facts of={status} />}>
          <Lines of={[sensorId, flightId, projectId ?? "No project"]} />
        </Hint>
        <FollowButton flightId={flightId} />
      </Box>
      {custom === null ? null : (
        <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
          <Hint hint={<Facts of={custom.facts} />}>{custom.name}</Hint>
        </Box>
      )}
    </>
  );
}

/** A name's last three characters. */
const tail = (name: string): string => name.slice(-3);

interface CellProps {
  readonly row: ProcessingRow;
}

/** Aircraft and sensor by their last three characters; the tooltip has the full names. */
function Machine({ row: { aircraft, sensor } }: CellProps) {
  const names = [
    ["Aircraft", aircraft],
    ["Sensor", sensor ?? /* text */ "none"],
  ] as const;
  return (
    <Hint hint={<Facts of={names} />}>
      <Lines of={[tail(aircraft), sensor === null ? "–" : tail(sensor)]} />
    </Hint>
  );
}

const at = (time: string | null): string =>
  time === null ? /* text */ "not recorded" : utcMinute(time);

/** The survey's day; the tooltip has the times of the wheels. */
function Survey({ row: { date, wheelsUp, wheelsDown } }: CellProps) {
  const wheels = [
    ["Wheels up", at(wheelsUp)],
    ["Wheels down", at(wheelsDown)],
  ] as const;
  return (
    <Hint hint={<Facts of={wheels} />}>
      <Box component="span" sx={{ whiteSpace: "nowrap" }}>
        {utcDay(date)}
      </Box>
    </Hint>
  );
}

const firstWord = (text: string | null): string => text?.trim().split(/\s+/)[0] ?? "–";

/** The first words of project and client; the tooltip has the manager. */
function Client({ row: { projectName, client, projectManager } }: CellProps) {
  const names = [
    ["Project", projectName ?? /* text */ "none"],
    ["Client", client ?? /* text */ "none"],
    ["Project manager", projectManager ?? /* text */ "none"],
  ] as const;
  return (
    <Hint hint={<Facts of={names} />}>
      <Lines of={[firstWord(projectName), firstWord(client)]} />
    </Hint>
  );
}

const LOCKED = /* text */ "Locked";

/** Labels beside a template's name: lock, superseded, former document, EO only, archived. */
export function VersionLabel({ row }: CellProps) {
  const isLocked = row.active && !row.archived && isTemplateLocked(row);
  const labels = [
    ...(isLocked ? [LOCKED] : []),
    ...(row.active ? [] : [row.deletedSuperseded ? "Deleted" : "Superseded"]),
    ...(row.version <= LAST_FORMER_VERSION ? [`V ${row.version.toFixed(1)}`] : []),
    ...(row.eoOnly ? ["EO"] : []),
    // Up to that version each job's status shows it.
    ...(row.archived && row.version > LAST_FORMER_VERSION ? ["Archived"] : []),
  ];
  return labels.map((label) => (
    <Box component="span" key={label} sx={{ display: "block" }}>
      <Chip
        size="small"
        variant="outlined"
        label={label}
        {...(label === LOCKED ? { icon: <LockOutlined /> } : {})}
      />
    </Box>
  ));
}
