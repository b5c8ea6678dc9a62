import LockOutlined from "@mui/icons-material/LockOutlined";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { isLocked as isTemplateLocked, LAST_FORMER_VERSION } from "@swath/contract/processing";
import { FollowButton } from "../../data/follow-button.tsx";
import { utcDay, utcMinute } from "../../ui/text/format.ts";
import { Facts, Hint, Lines } from "../../ui/text/hint.tsx";
import type { ProcessingRow } from "../records/processing-row.ts";

interface IdsProps {
  readonly row: ProcessingRow;
  /** Whether all LiDAR data of a closed project is archived. */
  readonly lidarArchived?: boolean;
}

/**
 * The three identifiers with the project's status as tooltip (document 3, section 2.2), and the button to
 * follow; below them the number of a custom processing.
 */
export function Ids(props: IdsProps) {
  const { custom } = props.row;
  return (
    <>
      <LogIds {...props} />
      {custom === null ? null : (
        <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
          <Hint hint={<Facts of={custom.facts} />}>{custom.name}</Hint>
        </Box>
      )}
    </>
  );
}

function LogIds({ row, lidarArchived }: IdsProps) {
  const { sensorId, flightId, projectId, projectStatus } = row;
  const archive = lidarArchived === true ? "All data archived" : "Incomplete";
  return (
    <Box sx={{ display: "flex", alignItems: "start", justifyContent: "space-between" }}>
      <Hint
        hint={
          <Facts
            of={[
              ["Project status", projectStatus ?? "none"],
              ...(projectStatus === "Closed" && lidarArchived !== undefined
                ? [["LiDAR archive", archive] as const]
                : []),
            ]}
          />
        }
      >
        <Lines of={[sensorId, flightId, projectId ?? "No project"]} />
      </Hint>
      <FollowButton flightId={flightId} />
    </Box>
  );
}

/** A name's last three characters. */
const tail = (name: string): string => name.slice(-3);

/** Aircraft and sensor by their last three characters; the tooltip has the full names. */
export function Machine({ row: { aircraft, sensor } }: { row: ProcessingRow }) {
  return (
    <Hint
      hint={
        <Facts
          of={[
            ["Aircraft", aircraft],
            ["Sensor", sensor ?? "none"],
          ]}
        />
      }
    >
      <Lines of={[tail(aircraft), sensor === null ? "–" : tail(sensor)]} />
    </Hint>
  );
}

const at = (time: string | null): string => (time === null ? "not recorded" : utcMinute(time));

/** The survey's day; the tooltip has the times of the wheels. */
export function Survey({ row: { date, wheelsUp, wheelsDown } }: { row: ProcessingRow }) {
  return (
    <Hint
      hint={
        <Facts
          of={[
            ["Wheels up", at(wheelsUp)],
            ["Wheels down", at(wheelsDown)],
          ]}
        />
      }
    >
      <Box component="span" sx={{ whiteSpace: "nowrap" }}>
        {utcDay(date)}
      </Box>
    </Hint>
  );
}

const LOCKED = "Locked";

const firstWord = (text: string | null): string => text?.trim().split(/\s+/)[0] ?? "–";

/** The first words of project and client; the tooltip has the manager. */
export function Client({ row }: { row: ProcessingRow }) {
  const { projectName, client, projectManager } = row;
  return (
    <Hint
      hint={
        <Facts
          of={[
            ["Project", projectName ?? "none"],
            ["Client", client ?? "none"],
            ["Project manager", projectManager ?? "none"],
          ]}
        />
      }
    >
      <Lines of={[firstWord(projectName), firstWord(client)]} />
    </Hint>
  );
}

/** Labels beside a template's name: lock, superseded, former document, EO only, archived. */
export function VersionLabel({ row }: { row: ProcessingRow }) {
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
