import Checkbox from "@mui/material/Checkbox";
import { recordName } from "../shared/record-name.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";

/** A record that is chosen to be compared: it is named also where its page of the list is not shown. */
export interface ComparedRecord {
  readonly _id: string;
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
}

/** How many are compared. */
const COMPARED = 2;

/** The records chosen after one more was, or was given up; of three the one chosen first goes. */
export function toggleCompared(
  compared: readonly ComparedRecord[],
  record: ComparedRecord,
): readonly ComparedRecord[] {
  const others = compared.filter(({ _id }) => _id !== record._id);
  return others.length < compared.length ? others : [...others, record].slice(-COMPARED);
}

/** A column of checkboxes, by which two records are chosen. */
export function compareColumn<R extends ComparedRecord>(
  compared: readonly ComparedRecord[],
  onCompared: (compared: readonly ComparedRecord[]) => void,
): Column<R> {
  return {
    name: "Compare",
    width: "40px",
    head: <VisuallyHidden>Compare</VisuallyHidden>,
    cell: (record) => (
      <Checkbox
        size="small"
        checked={compared.some(({ _id }) => _id === record._id)}
        onChange={() => onCompared(toggleCompared(compared, record))}
        slotProps={{ input: { "aria-label": `Compare ${recordName(record)}` } }}
        sx={{ p: 0 }}
      />
    ),
  };
}
