import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import { may } from "@swath/contract/identity";
import type { Attempt } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { formatDuration, utcDay, utcMinute } from "../../ui/text/format.ts";
import { TextLink } from "../../ui/links.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { useInCard } from "../../ui/table/row-cards.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { measureRows } from "../outputs/measure-rows.ts";
import { type JobPlace, tasksQuery } from "../records/attempt-queries.ts";
import { CALIBRATION_PAGES } from "../records/processing-row.ts";
import { outcomeOf, tookMs, whyItDied } from "./attempt-labels.ts";
import { changesBy, restoreRefusal, RestoreDialog } from "./restore-dialog.tsx";
import type { AttemptsPanelProps } from "./with-attempts.tsx";

interface AttemptTableProps extends Omit<AttemptsPanelProps, "address" | "onAddress"> {
  readonly chosen: readonly number[];
  readonly onChoose: (attempt: number) => void;
  readonly onShow: (attempt: number) => void;
}

function columnsOf(
  { row, job, chosen, onChoose, onShow }: AttemptTableProps,
  mayRestore: boolean,
  onRestore: (of: Attempt) => void,
): readonly Column<Attempt>[] {
  const place = { processingId: row.id, job: job.name };
  return [
    {
      name: "Compare",
      width: "76px",
      onCard: "box",
      cell: ({ attempt }) => (
        <Checkbox
          size="small"
          checked={chosen.includes(attempt)}
          onChange={() => onChoose(attempt)}
          slotProps={{ input: { "aria-label": `Compare attempt ${attempt}` } }}
          sx={{ p: 0.25 }}
        />
      ),
    },
    { name: "Attempt", width: "96px", isRowHeader: true, cell: (of) => <Name of={of} /> },
    {
      name: "Outcome",
      width: "16%",
      onCard: "whole",
      cell: (of) => <Outcome of={of} place={place} />,
    },
    { name: "Ordered by", width: "9%", cell: (of) => safeText(of.orderedBy ?? "The server") },
    { name: "When (UTC)", width: "12%", cell: (of) => <When of={of} /> },
    { name: "Engine", width: "8%", cell: (of) => `${of.engine}, stage version ${of.stageVersion}` },
    { name: "Parameters", width: "12%", onCard: "whole", cell: (of) => <Parameters of={of} /> },
    { name: "Tasks", width: "7%", cell: (of) => tasksOf(of) },
    { name: "Bounds", width: "6%", cell: (of) => boundsOf(of) },
    {
      name: "Actions",
      width: "12%",
      onCard: "whole",
      cell: (of) => (
        <Actions
          of={of}
          refusal={restoreRefusal(row, job, of, mayRestore)}
          onShow={() => onShow(of.attempt)}
          onRestore={() => onRestore(of)}
        />
      ),
    },
  ];
}

/** The attempts of a job: who ordered each, when, with which parameters, and its outcome. */
export function AttemptTable(props: AttemptTableProps) {
  const { row, job, attempts, onOwnChange } = props;
  const { roles } = useIdentity();
  const [restored, setRestored] = useState<Attempt>();
  return (
    <>
      <FoldingTable
        caption={`Attempts of ${job.label}, latest first`}
        columns={columnsOf(props, may(roles, "resubmitProcessings"), setRestored)}
        rows={attempts}
        keyOf={({ attempt }) => String(attempt)}
        minWidth={1_050}
      />
      {restored === undefined ? null : (
        <RestoreDialog
          row={row}
          job={job}
          attempt={restored.attempt}
          onRestored={() => {
            if (changesBy(job, restored)) onOwnChange();
          }}
          onClose={() => setRestored(undefined)}
        />
      )}
    </>
  );
}

function Name({ of }: { of: Attempt }) {
  const inCard = useInCard();
  const labels = [...(of.published ? ["The job's"] : []), ...(of.kept ? [] : ["Removed"])];
  return (
    <>
      {inCard ? `Attempt ${of.attempt}` : of.attempt}
      {labels.map((label) => (
        <Box component="span" key={label} sx={{ display: "block" }}>
          <Chip size="small" variant="outlined" label={label} />
        </Box>
      ))}
    </>
  );
}

/** The outcome and its reasons, also those of failed tasks. */
function Outcome({ of, place }: { of: Attempt; place: JobPlace }) {
  const { data } = useQuery({
    ...tasksQuery(useApi(), { ...place, attempt: of.attempt }),
    enabled: of.failed > 0 || of.outcome === "fail",
  });
  const why = data === undefined ? [] : whyItDied(data.items);
  return (
    <>
      <strong>{outcomeOf(of)}</strong>
      {[...(of.reason === null ? [] : [of.reason]), ...why].map((line) => (
        <Box component="span" key={line} sx={{ display: "block", overflowWrap: "anywhere" }}>
          {safeText(line)}
        </Box>
      ))}
      {of.waiting === null ? null : (
        <Box component="span" sx={{ display: "block" }}>
          Waits: {safeText(of.waiting)}
        </Box>
      )}
    </>
  );
}

function When({ of }: { of: Attempt }) {
  const ms = tookMs(of);
  return (
    <>
      {utcMinute(of.started ?? of.created).replace(" UTC", "")}
      <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
        {ms === undefined
          ? of.started === null
            ? "not started"
            : "under way"
          : formatDuration(ms)}
      </Box>
    </>
  );
}

const CALIBRATIONS = { lidar: "Calibration", imagery: "Camera calibration" } as const;

/** The parameters of an attempt, and the records that it read. */
function Parameters({ of: { params, calibrations, instruction } }: { of: Attempt }) {
  const entries = Object.entries(params);
  if (entries.length + calibrations.length === 0 && instruction === null) return /* text */ "none";
  return (
    <>
      {entries.map(([name, value]) => (
        <Box component="span" key={name} sx={{ display: "block", overflowWrap: "anywhere" }}>
          {safeText(name)} = {safeText(String(value))}
        </Box>
      ))}
      {calibrations.map(({ kind, calibrationId, SurveyDate }) => {
        const text = /* text */ `${CALIBRATIONS[kind]} of ${utcDay(SurveyDate)}`;
        return (
          <Box component="span" key={calibrationId} sx={{ display: "block" }}>
            <TextLink to={CALIBRATION_PAGES[kind]} params={{ calibrationId }}>
              {text}
            </TextLink>
          </Box>
        );
      })}
      {instruction === null ? null : (
        <Box component="span" sx={{ display: "block", overflowWrap: "anywhere" }}>
          <TextLink
            to="/ip/instructions/$instructionId"
            params={{ instructionId: instruction.instructionId }}
          >
            Instruction {instruction.ProcInstID} ({instruction.siteName})
          </TextLink>{" "}
          as of {utcMinute(instruction.Updated)}
        </Box>
      )}
    </>
  );
}

const tasksOf = ({ tasks, succeeded, failed, outcome, done }: Attempt): string =>
  outcome === null
    ? `${done} of ${tasks} done`
    : `${succeeded} of ${tasks} well${failed === 0 ? "" : `, ${failed} failed`}`;

function boundsOf(of: Attempt): string {
  const rows = measureRows(of, undefined).filter(({ verdict }) => verdict !== "unbounded");
  const outside = rows.filter(({ verdict }) => verdict === "outside").length;
  if (rows.length === 0) return "–";
  return outside === 0 ? `${rows.length} kept` : `${outside} of ${rows.length} missed`;
}

interface ActionsProps {
  readonly of: Attempt;
  /** The reason for which it cannot be restored, if any. */
  readonly refusal: string | undefined;
  readonly onShow: () => void;
  readonly onRestore: () => void;
}

function Actions({ of, refusal, onShow, onRestore }: ActionsProps) {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
      <Button
        size="small"
        onClick={onShow}
        aria-label={`Show the results of attempt ${of.attempt}`}
      >
        Results
      </Button>
      {of.published ? null : (
        <Button
          size="small"
          disabled={refusal !== undefined}
          onClick={onRestore}
          aria-label={`Restore attempt ${of.attempt}`}
        >
          Restore
        </Button>
      )}
      {of.published || refusal === undefined ? null : (
        <Box component="span" sx={{ fontSize: "0.74rem", color: "text.secondary" }}>
          {refusal}
        </Box>
      )}
    </Box>
  );
}
