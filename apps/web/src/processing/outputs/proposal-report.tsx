import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { may } from "@swath/contract/identity";
import { readProposal } from "@swath/contract/processing";
import { useIdentity } from "../../platform/session/session.ts";
import { LoadFailure } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import type { AttemptPlace } from "../records/attempt-queries.ts";

type Row = readonly [name: string, value: number, deviation: number | undefined];

const unitOf = (name: string): string => (/Angl/.test(name) ? "°" : "m");

const COLUMNS: readonly Column<Row>[] = [
  { name: "Parameter", isRowHeader: true, cell: ([name]) => name },
  { name: "Proposed", cell: ([name, value]) => `${value.toFixed(4)} ${unitOf(name)}` },
  {
    name: "Standard deviation",
    cell: ([name, , deviation]) =>
      deviation === undefined ? "" : `${deviation.toFixed(4)} ${unitOf(name)}`,
  },
];

/** The parameters that a flight's strips tell, and the way to a form that is filled with them. */
export function ProposalReport({ text, place }: { text: string; place: AttemptPlace }) {
  const { roles } = useIdentity();
  const proposal = readProposal(text);
  if (proposal === undefined) return <LoadFailure title="This report cannot be shown" />;
  const rows = Object.entries(proposal.values).map(([name, value]): Row => [
    name,
    value,
    proposal.deviations[name as keyof typeof proposal.deviations],
  ]);
  return (
    <PaddedPaper label="Proposed parameters">
      <Typography>
        The flight lines tell these parameters otherwise than its LiDAR parameters have them.
        Nothing is changed until a person saves new ones.
      </Typography>
      <FoldingTable
        caption="Proposed parameters"
        columns={COLUMNS}
        rows={rows}
        minWidth={480}
        keyOf={([name]) => name}
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
