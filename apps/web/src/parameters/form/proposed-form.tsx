import { type Calibration, LIDAR_PARAMETERS } from "@swath/contract/calibrations";
import { type CalibrationProposal, readProposal } from "@swath/contract/processing";
import { LoadFailure } from "../../ui/feedback/notice.tsx";
import { WithRecord } from "../record/record-page.tsx";
import { LidarFormPage } from "./lidar-form-page.tsx";
import { type Beginning, entriesOf } from "./parameter-entries.ts";

/** A form's entries of a former record, with the parameters that are proposed in place of its own. */
function beginningOf(
  name: string,
  record: Calibration,
  { values }: CalibrationProposal,
): Beginning {
  const entries = entriesOf(LIDAR_PARAMETERS, record);
  const proposed = Object.entries(values).map(([of, value]) => [of, String(value)] as const);
  return {
    name,
    entries: {
      ...entries,
      // The day of the flight that tells them is not the record's.
      survey: null,
      due: null,
      texts: { ...entries.texts, ...Object.fromEntries(proposed) },
    },
  };
}

/** The form of new LiDAR parameters, filled with what a flight's strips tell; `name` is the proposal's. */
export function ProposedFormPage({ name, text }: { readonly name: string; readonly text: string }) {
  const proposal = readProposal(text);
  if (proposal === undefined) return <LoadFailure title="This proposal cannot be read" />;
  return (
    <WithRecord kind="lidar" calibrationId={proposal.record}>
      {(record) => <LidarFormPage begin={beginningOf(name, record, proposal)} />}
    </WithRecord>
  );
}
