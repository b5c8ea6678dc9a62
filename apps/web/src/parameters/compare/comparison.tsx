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
import { LoadFailure, Notice, Waiting } from "../../ui/feedback/notice.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { PARAMETER_PAGES } from "../shared/parameter-pages.ts";
import {
  instrumentDifferencesQuery,
  type ParameterKind,
  type RecordOf,
} from "../shared/parameter-queries.ts";
import { recordName } from "../shared/record-name.ts";
import { DifferingFiles } from "./differing-files.tsx";
import {
  comparedFiles,
  comparedImagery,
  comparedLidar,
  type ComparedRow,
} from "./compared-rows.ts";

/** Two records of a kind. */
export type Compared =
  | { readonly kind: "lidar"; readonly records: readonly [RecordOf["lidar"], RecordOf["lidar"]] }
  | {
      readonly kind: "imagery";
      readonly records: readonly [RecordOf["imagery"], RecordOf["imagery"]];
    };

interface ComparisonProps {
  readonly of: Compared;
  /** Whether the lines that are the same are left out. */
  readonly onlyDifferences: boolean;
  readonly onOnlyDifferences: (only: boolean) => void;
  readonly onSwap: () => void;
}

const rowsOf = (of: Compared): ComparedRow[] =>
  of.kind === "lidar" ? comparedLidar(of.records) : comparedImagery(of.records);

/** Lines that differ stand out; their last cell says how. */
const DIFFERS = {
  backgroundColor: "color-mix(in srgb, var(--mui-palette-secondary-main) 14%, transparent)",
  "& > *": { fontWeight: 650 },
} as const;

/** Two records of parameters side by side, and what differs between them. */
export function Comparison(props: ComparisonProps) {
  const { of, onlyDifferences, onOnlyDifferences, onSwap } = props;
  const title = "Compared parameters";
  usePageTitle(title);
  const { data: files, ...query } = useQuery({
    ...instrumentDifferencesQuery(useApi(), of.records[0]._id, of.records[1]._id),
    enabled: of.kind === "lidar",
  });
  const rows = [...rowsOf(of), ...comparedFiles(files ?? [])];
  const differing = rows.filter(({ differs }) => differs);
  const shown = onlyDifferences ? differing : rows;
  return (
    <Box sx={{ p: 2, display: "grid", gap: 1.5, maxWidth: 1_200 }}>
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
        <DataTable
          caption="Two records of parameters and what differs"
          columns={columnsOf(of)}
          rows={shown}
          keyOf={({ name }) => name}
          rowSx={({ differs }) => (differs ? DIFFERS : {})}
        />
        {shown.length === 0 ? (
          <Notice Icon={CompareArrows} title="Nothing differs between the two" />
        ) : null}
      </Paper>
      {of.kind === "imagery" ? null : files !== undefined ? (
        <DifferingFiles of={files} />
      ) : query.error === null ? (
        <Waiting text="Comparing instrument files..." />
      ) : (
        <LoadFailure
          title="Instrument files could not be compared"
          failure={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </Box>
  );
}

function columnsOf({ kind, records }: Compared): readonly Column<ComparedRow>[] {
  return [
    { name: "Parameter", width: "26%", isRowHeader: true, cell: ({ name }) => name },
    {
      name: "First",
      head: <RecordHead kind={kind} place="First" record={records[0]} />,
      cell: ({ values }) => <Value of={values[0]} />,
    },
    {
      name: "Second",
      head: <RecordHead kind={kind} place="Second" record={records[1]} />,
      cell: ({ values }) => <Value of={values[1]} />,
    },
    { name: "Difference", width: "20%", cell: ({ difference }) => difference },
  ];
}

/** A value, each of its lines for itself. */
const Value = ({ of }: { readonly of: string }) => (
  <Box component="span" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
    {safeText(of)}
  </Box>
);

interface RecordHeadProps {
  readonly kind: ParameterKind;
  readonly place: "First" | "Second";
  readonly record: RecordOf[ParameterKind];
}

const RecordHead = ({ kind, place, record }: RecordHeadProps) => (
  <>
    {place}:{" "}
    <TextLink to={PARAMETER_PAGES[kind].record} params={{ calibrationId: record._id }}>
      {recordName(record)}
    </TextLink>
  </>
);
