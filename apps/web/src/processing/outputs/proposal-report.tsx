import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { LIDAR_PARAMETERS } from "@swath/contract/calibrations";
import { may } from "@swath/contract/identity";
import { type CalibrationProposal, readProposal } from "@swath/contract/processing";
import { PARAMETER_NAMES } from "../../data/parameter-labels.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { LoadFailure } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import type { AttemptPlace } from "../records/attempt-queries.ts";

interface Row {
  readonly label: string;
  readonly proposed: string;
  readonly deviation: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: "Parameter", isRowHeader: true, cell: ({ label }) => label },
  { name: "Proposed", cell: ({ proposed }) => proposed },
  { name: "Standard deviation", cell: ({ deviation }) => deviation },
];

/** Those that the strips told, in a record's order. */
function rowsOf({ values, deviations }: CalibrationProposal): readonly Row[] {
  return LIDAR_PARAMETERS.flatMap((name) => {
    const { label, unit } = PARAMETER_NAMES[name];
    const shown = (value: number | undefined) =>
      value === undefined ? /* text */ "not determined" : `${value.toFixed(4)} ${unit}`;
    if (values[name] === undefined) return [];
    return [{ label, proposed: shown(values[name]), deviation: shown(deviations[name]) }];
  });
}

/** The parameters that a flight's strips tell, and the way to a form that is filled with them. */
export function ProposalReport({ text, place }: { text: string; place: AttemptPlace }) {
  const { roles } = useIdentity();
  const proposal = readProposal(text);
  if (proposal === undefined) return <LoadFailure title="This report cannot be shown" />;
  return (
    <PaddedPaper label="Proposed parameters">
      <Typography>
        The overlaps of the flight lines give these values in place of those in its LiDAR
        parameters. Nothing changes until a person saves new parameters.
      </Typography>
      <FoldingTable
        caption="Proposed parameters"
        columns={COLUMNS}
        rows={rowsOf(proposal)}
        minWidth={480}
        keyOf={({ label }) => label}
      />
      {may(roles, "writeCalibrations") ? (
        <Box>
          <ButtonLink
            to="/ip/params/new"
            search={{ proposal: `${place.processingId}.${place.job}.${place.attempt}` }}
            variant="contained"
          >
            Use as new parameters
          </ButtonLink>
        </Box>
      ) : null}
    </PaddedPaper>
  );
}
