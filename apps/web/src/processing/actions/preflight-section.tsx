import Block from "@mui/icons-material/Block";
import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import HelpOutlined from "@mui/icons-material/HelpOutlined";
import WarningAmber from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";
import type {
  Preflight,
  PreflightLevel,
  PreflightLine,
  ResubmitImpact,
} from "@swath/contract/processing";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { plural, formatDuration } from "../../ui/text/format.ts";
import { JOB_LOOK } from "../records/job-style.ts";

interface LevelStyle {
  /** For screen readers, so that nobody needs the colour. */
  readonly label: string;
  readonly Icon: typeof Block;
  readonly colour: string;
}

const LOOK: Readonly<Record<PreflightLevel, LevelStyle>> = {
  ok: { label: "In order", Icon: CheckCircleOutlined, colour: "success.main" },
  unknown: { label: "Not known", Icon: HelpOutlined, colour: "text.secondary" },
  warning: { label: "Warning", Icon: WarningAmber, colour: "warning.main" },
  blocking: { label: "Blocking", Icon: ErrorOutlined, colour: "error.main" },
  impossible: { label: "Impossible", Icon: Block, colour: "error.main" },
};

const duration = (seconds: number): string => formatDuration(seconds * 1_000);

interface PreflightSectionProps {
  readonly preflight: Pick<Preflight, "Lines" | "Expected">;
  /** The job's label, where several jobs are shown. */
  readonly of?: string;
}

/** The findings about a run before it is queued. */
export function PreflightSection({ preflight, of }: PreflightSectionProps) {
  const { Lines: lines, Expected: expected } = preflight;
  return (
    <section aria-label={of === undefined ? "Preflight" : `Preflight of ${of}`}>
      <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: "1rem" }}>
        {of === undefined ? "Before it starts" : `Before ${of} starts`}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 0.75 }}>
        {lines.map((line) => (
          <Line key={`${line.Check} ${line.Text}`} line={line} />
        ))}
      </Box>
      {expected === null ? null : (
        <Box sx={{ mt: 1, color: "text.secondary" }}>
          {of === undefined ? "A run of all files" : "A run"} takes about{" "}
          {duration(expected.Seconds)}, from {plural(expected.Runs, "earlier run")}
        </Box>
      )}
    </section>
  );
}

function Line({ line: { Level, Text, Advice } }: { line: PreflightLine }) {
  const { label, Icon, colour } = LOOK[Level];
  return (
    <Box component="li" sx={{ display: "flex", gap: 1, alignItems: "flex-start" }}>
      <Icon titleAccess={label} sx={{ fontSize: 20, mt: "1px", color: colour, flexShrink: 0 }} />
      <Box sx={{ overflowWrap: "anywhere", minWidth: 0 }}>
        {Text}
        {Advice === null ? null : (
          <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
            {Advice}
          </Box>
        )}
      </Box>
    </Box>
  );
}

const OVERWRITTEN: readonly Column<ResubmitImpact["Overwritten"][number]>[] = [
  { name: "Job", isRowHeader: true, cell: ({ Label }) => Label },
  { name: "Status", cell: ({ Status }) => JOB_LOOK[Status].label },
  { name: "QA user", cell: ({ QAUser }) => QAUser ?? "–" },
  {
    name: "Last run took",
    isFigure: true,
    cell: ({ Seconds }) => (Seconds === null ? /* text */ "not known" : duration(Seconds)),
  },
];

/** The jobs whose results are overwritten, with their durations, and the jobs that are kept. */
export function ImpactSection({ impact }: { impact: ResubmitImpact }) {
  const { Overwritten: lost, Kept: kept, Seconds: seconds } = impact;
  return (
    <section aria-label="What is overwritten">
      {lost.length === 0 ? (
        <p>Nothing is overwritten: no job has a result yet.</p>
      ) : (
        <>
          <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: "1rem" }}>
            {plural(lost.length, "job")} overwritten, {duration(seconds)} of processing in all
          </Box>
          <FoldingTable
            caption="Jobs whose results are overwritten"
            columns={OVERWRITTEN}
            rows={lost}
            keyOf={({ Name }) => Name}
            minWidth={380}
          />
        </>
      )}
      {kept.length === 0 ? null : (
        <Box sx={{ mt: 1, color: "text.secondary" }}>Kept: {kept.join(", ")}</Box>
      )}
    </section>
  );
}
