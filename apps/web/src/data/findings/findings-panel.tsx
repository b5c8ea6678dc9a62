import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { may } from "@swath/contract/identity";
import { type CloudFinding, FINDING_LENGTH } from "@swath/contract/processing";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import { utcMinute } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { findingsQuery, useAnswerFinding } from "./finding-queries.ts";
import { PictureOnDemand } from "./finding-rows.tsx";
import { findingTitle } from "./finding-words.ts";

interface FindingsPanelProps {
  readonly processingId: string;
  readonly onShow: (finding: CloudFinding) => void;
}

/** What reviewers found in the clouds of a processing, with what was answered. */
export function FindingsPanel({ processingId, onShow }: FindingsPanelProps) {
  const query = useQuery(findingsQuery(useApi(), processingId));
  const { data } = query;
  const open = data?.filter(({ closed }) => !closed).length ?? 0;
  return (
    <Box component="section" aria-labelledby="findings-title" sx={{ p: 1.5, overflow: "auto" }}>
      <Typography id="findings-title" variant="h2" sx={{ fontSize: "1rem", mb: 1 }}>
        Findings{data === undefined || data.length === 0 ? "" : `: ${open} open of ${data.length}`}
      </Typography>
      <Fetched query={query} loading="Loading findings..." failed="Findings could not be loaded">
        {(findings) => <Findings processingId={processingId} findings={findings} onShow={onShow} />}
      </Fetched>
    </Box>
  );
}

function Findings({
  processingId,
  findings,
  onShow,
}: FindingsPanelProps & { readonly findings: readonly CloudFinding[] }) {
  const [answered, setAnswered] = useState<Answered>();
  if (findings.length === 0)
    return (
      <Box sx={{ fontSize: "0.8125rem", color: "text.secondary" }}>
        None yet. Draw a profile, click a point of it, and mark what is wrong there.
      </Box>
    );
  return (
    <>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
        {findings.map((finding) => (
          <FindingItem
            key={finding.id}
            finding={finding}
            onShow={() => onShow(finding)}
            onAnswer={(closes) => setAnswered({ finding, closes })}
          />
        ))}
      </Box>
      <Exports processingId={processingId} />
      {answered === undefined ? null : (
        <AnswerDialog {...answered} onClose={() => setAnswered(undefined)} />
      )}
    </>
  );
}

interface Answered {
  readonly finding: CloudFinding;
  readonly closes: boolean;
}

interface FindingItemProps {
  readonly finding: CloudFinding;
  readonly onShow: () => void;
  readonly onAnswer: (closes: boolean) => void;
}

function FindingItem({ finding, onShow, onAnswer }: FindingItemProps) {
  const mayAnswer = may(useIdentity().roles, "changeProcessings");
  const { words, by, at, closed, answers } = finding;
  const title = findingTitle(finding);
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: "divider", pt: 1, fontSize: "0.8125rem" }}>
      <Box sx={{ display: "flex", gap: 1, alignItems: "start" }}>
        <Box component="strong" sx={{ flexGrow: 1 }}>
          {title}
        </Box>
        <Chip
          size="small"
          label={closed ? "Settled" : "Still open"}
          color={closed ? "success" : "warning"}
        />
      </Box>
      <Box sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{safeText(words)}</Box>
      <Box sx={{ color: "text.secondary" }}>
        {safeText(by)}, {utcMinute(at)}
      </Box>
      {answers.map((answer) => (
        <Box key={answer.at} sx={{ pl: 1, mt: 0.5, borderLeft: 2, borderColor: "divider" }}>
          <Box sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {safeText(answer.words)}
          </Box>
          <Box sx={{ color: "text.secondary" }}>
            {safeText(answer.by)}, {utcMinute(answer.at)}
            {answer.closes ? ", settled it" : ""}
          </Box>
        </Box>
      ))}
      <PictureOnDemand finding={finding} />
      <Button size="small" aria-label={`Show: ${title}`} onClick={onShow}>
        Show
      </Button>
      {mayAnswer ? (
        <>
          <Button size="small" aria-label={`Reply: ${title}`} onClick={() => onAnswer(false)}>
            {closed ? "Open again" : "Reply"}
          </Button>
          {closed ? null : (
            <Button size="small" aria-label={`Settle: ${title}`} onClick={() => onAnswer(true)}>
              Settle
            </Button>
          )}
        </>
      ) : null}
    </Box>
  );
}

function AnswerDialog({ finding, closes, onClose }: Answered & { readonly onClose: () => void }) {
  const { processingId, id } = finding;
  const { mutate, isPending, error } = useAnswerFinding(processingId, id, onClose);
  return (
    <ReasonDialog
      title={
        closes
          ? "Settle the finding"
          : finding.closed
            ? "Open the finding again"
            : "Reply to the finding"
      }
      about={findingTitle(finding)}
      text={safeText(finding.words)}
      label="Reply"
      required
      maxLength={FINDING_LENGTH}
      confirm={closes ? "Settle" : "Reply"}
      busy={isPending}
      error={error?.message}
      onConfirm={(words) => mutate({ words, closes })}
      onCancel={onClose}
    />
  );
}

function Exports({ processingId }: { readonly processingId: string }) {
  const api = useApi();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (
      endpoint:
        | typeof endpoints.exportFindings
        | typeof endpoints.packageFindings
        | typeof endpoints.reportFindings,
    ) => api.file(endpoint, { query: { processingId } }),
    onSuccess: ({ file, name }) => saveBlob(file, name),
  });
  return (
    <Box sx={{ mt: 1 }}>
      <Button size="small" disabled={isPending} onClick={() => mutate(endpoints.exportFindings)}>
        Save as GeoJSON
      </Button>
      <Button size="small" disabled={isPending} onClick={() => mutate(endpoints.packageFindings)}>
        Save as GeoPackage
      </Button>
      <Button size="small" disabled={isPending} onClick={() => mutate(endpoints.reportFindings)}>
        Save as report
      </Button>
      {error === null ? null : <Alert severity="error">{error.message}</Alert>}
    </Box>
  );
}
