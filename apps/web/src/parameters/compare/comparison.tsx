import CompareArrows from "@mui/icons-material/CompareArrows";
import SwapHoriz from "@mui/icons-material/SwapHoriz";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ButtonLink, TextLink, TOUCHED_LINE } from "../../ui/links.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { PAGE } from "../../ui/page/page-layout.ts";
import { DIFFERS, FoldingTable } from "../../ui/table/folding-table.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { PARAMETER_PAGES, recordName } from "../shared/parameter-names.ts";
import {
  instrumentDifferencesQuery,
  type ParameterKind,
  type RecordOf,
} from "../shared/parameter-queries.ts";

import { DifferingFiles } from "./differing-files.tsx";
import {
  comparedFiles,
  comparedImagery,
  comparedLidar,
  type ComparedRow,
} from "./compared-rows.ts";

/** Two records of a kind. */
export type Compared = {
  readonly [K in ParameterKind]: {
    readonly kind: K;
    readonly records: readonly [first: RecordOf[K], second: RecordOf[K]];
  };
}[ParameterKind];

interface ComparisonProps {
  readonly of: Compared;
  /** Whether the lines that are the same are left out. */
  readonly onlyDifferences: boolean;
  readonly onOnlyDifferences: (only: boolean) => void;
  readonly onSwap: () => void;
}

const rowsOf = (of: Compared): ComparedRow[] =>
  of.kind === "lidar" ? comparedLidar(of.records) : comparedImagery(of.records);

/** Two records of parameters side by side, and what differs between them. */
export function Comparison(props: ComparisonProps) {
  const { of, onlyDifferences, onOnlyDifferences, onSwap } = props;
  const title = "Compared parameters";
  usePageTitle(title);
  const files = useQuery({
    ...instrumentDifferencesQuery(useApi(), of.records[0]._id, of.records[1]._id),
    enabled: of.kind === "lidar",
  });
  const rows = [...rowsOf(of), ...comparedFiles(files.data ?? [])];
  const differing = rows.filter(({ differs }) => differs);
  const shown = onlyDifferences ? differing : rows;
  return (
    <Box sx={{ ...PAGE, maxWidth: 1_200 }}>
      <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 2 }}>
        <Typography variant="h1">{title}</Typography>
        <Box component="output" sx={{ color: "text.secondary" }}>
          {differing.length === 0
            ? "All values are the same"
            : `${differing.length} of ${rows.length} values differ`}
        </Box>
        <Box sx={{ flex: 1 }} />
        <FormControlLabel
          label="Only what differs"
          control={
            <Switch
              checked={onlyDifferences}
              onChange={({ target }) => onOnlyDifferences(target.checked)}
            />
          }
        />
        <Button startIcon={<SwapHoriz />} onClick={onSwap}>
          Swap
        </Button>
        <ButtonLink to={PARAMETER_PAGES[of.kind].list}>Back to the list</ButtonLink>
      </Box>
      <Paper variant="outlined" sx={{ overflowX: "auto" }}>
        <FoldingTable
          caption="Two records of parameters and what differs"
          columns={columnsOf(of)}
          rows={shown}
          minWidth={560}
          keyOf={({ name }) => name}
          rowSx={({ differs }) => (differs ? DIFFERS : {})}
        />
        {shown.length === 0 ? (
          <Notice Icon={CompareArrows} title="Nothing differs between the two" />
        ) : null}
      </Paper>
      {of.kind === "imagery" ? null : (
        <LoadedPart
          query={files}
          small
          loading="Comparing instrument files..."
          failed="Instrument files could not be compared"
        >
          {(found) => <DifferingFiles of={found} />}
        </LoadedPart>
      )}
    </Box>
  );
}

function columnsOf({ kind, records }: Compared): readonly Column<ComparedRow>[] {
  return [
    { name: "Parameter", width: "26%", isRowHeader: true, cell: ({ name }) => name },
    .../* text */ (["First", "Second"] as const).map((name, place) => ({
      name,
      head: (
        <>
          {name}:{" "}
          <TextLink
            to={PARAMETER_PAGES[kind].record}
            params={{ calibrationId: records[place]!._id }}
            sx={TOUCHED_LINE}
          >
            {recordName(records[place]!)}
          </TextLink>
        </>
      ),
      // Each line of a value stands by itself.
      cell: ({ values }: ComparedRow) => (
        <Box component="span" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {safeText(values[place]!)}
        </Box>
      ),
    })),
    { name: "Difference", width: "20%", cell: ({ difference }) => difference },
  ];
}
