import Paper from "@mui/material/Paper";
import Radio from "@mui/material/Radio";
import SearchOff from "@mui/icons-material/SearchOff";
import type { SensorLog } from "@swath/contract/processing";
import { useId } from "react";
import { Notice } from "../../ui/feedback/notice.tsx";
import { utcMinute, utcRange } from "../../ui/text/format.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { sensorName } from "./custom-form.ts";

interface LogTableProps {
  readonly flightId: string;
  readonly logs: readonly SensorLog[];
  readonly selected: SensorLog | undefined;
  readonly onSelect: (log: SensorLog) => void;
}

const keyOf = ({ SensorID, ProjectID }: SensorLog): string => `${SensorID} ${ProjectID ?? ""}`;

const at = (time: string | null): string => (time === null ? "–" : utcMinute(time));

const COLUMNS: readonly Column<SensorLog>[] = [
  { name: "Sensor ID", isRowHeader: true, width: "10%", cell: ({ SensorID }) => SensorID },
  {
    name: "Project",
    cell: ({ ProjectID, Projects: [project] }) =>
      ProjectID === null ? "No project" : `${ProjectID} ${project?.ProjectName ?? ""}`,
  },
  { name: "Sensor", cell: sensorName },
  { name: "Type", width: "12%", cell: ({ Type }) => Type },
  { name: "Status", width: "12%", cell: ({ Status }) => Status },
  {
    name: "Survey (UTC)",
    cell: ({ SurveyStart, SurveyEnd }) =>
      SurveyStart === null || SurveyEnd === null
        ? `${at(SurveyStart)} to ${at(SurveyEnd)}`
        : utcRange(SurveyStart, SurveyEnd),
  },
  { name: "Aircraft", width: "9%", cell: ({ Flights: [flight] }) => flight?.Aircraft ?? "–" },
  {
    name: "Processing Template",
    width: "13%",
    cell: ({ Projects: [project] }) => project?.ProcessingTemplate ?? "–",
  },
];

const SELECTED = <VisuallyHidden>Selected</VisuallyHidden>;

function radioColumn(
  group: string,
  { selected, onSelect }: Pick<LogTableProps, "selected" | "onSelect">,
): Column<SensorLog> {
  return {
    name: "Selected",
    width: "56px",
    onCard: "box",
    head: SELECTED,
    cell: (log) => (
      <Radio
        size="small"
        name={group}
        checked={selected !== undefined && keyOf(selected) === keyOf(log)}
        onChange={() => onSelect(log)}
        slotProps={{ input: { "aria-label": `Select ${keyOf(log).trim()}` } }}
        sx={{ p: 0 }}
      />
    ),
  };
}

/** The sensor logs of a flight, each once for each of its projects; one of them is selected. */
export function LogTable({ flightId, logs, selected, onSelect }: LogTableProps) {
  const group = useId();
  if (logs.length === 0)
    return (
      <Paper variant="outlined">
        <Notice Icon={SearchOff} title={`No sensor log of ${flightId}`}>
          The flight log has no such flight, or none of its sensors is processed here.
        </Notice>
      </Paper>
    );
  return (
    <Paper variant="outlined" sx={{ overflowX: "auto" }}>
      <FoldingTable
        caption={`Sensors and projects of ${flightId}`}
        columns={[radioColumn(group, { selected, onSelect }), ...COLUMNS]}
        rows={logs}
        minWidth={900}
        keyOf={keyOf}
      />
    </Paper>
  );
}
