import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import type { CloudFinding } from "@swath/contract/processing";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { plural, utcMinute } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { openCloudTab } from "../cloud-link.ts";
import { findingPictureQuery } from "./finding-queries.ts";
import { findingTitle } from "./finding-words.ts";
import { KeptPicture } from "./kept-picture.tsx";

/** The picture of a finding that has one, once somebody asks for it. */
export function PictureOnDemand({ finding }: { readonly finding: CloudFinding }) {
  const [isShown, setShown] = useState(false);
  const picture = findingPictureQuery(useApi(), finding.id);
  if (!finding.hasPicture) return null;
  return (
    <>
      {isShown ? <KeptPicture alt="The profile as it was marked" query={picture} /> : null}
      <Button
        size="small"
        aria-expanded={isShown}
        aria-label={`Picture: ${findingTitle(finding)}`}
        onClick={() => setShown(!isShown)}
      >
        Picture
      </Button>
    </>
  );
}

interface FindingRowsProps {
  readonly findings: readonly CloudFinding[];
  /** The others are counted. */
  readonly most: number;
}

/** Findings to be read: class, words, state, place and picture, each with the way to its cloud. */
export function FindingRows({ findings, most }: FindingRowsProps) {
  const open = findings.filter(({ closed }) => !closed).length;
  return (
    <Box sx={{ fontSize: "0.8125rem" }}>
      <Box sx={{ fontWeight: 650 }}>
        {`${plural(findings.length, "finding")} in the clouds, ${open} open`}
      </Box>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {findings.slice(0, most).map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </Box>
      {findings.length > most ? (
        <Box sx={{ color: "text.secondary" }}>and {findings.length - most} more</Box>
      ) : null}
    </Box>
  );
}

function FindingRow({ finding }: { readonly finding: CloudFinding }) {
  const { words, by, at, closed, processingId, job, view } = finding;
  const title = findingTitle(finding);
  return (
    <Box component="li" sx={{ py: 0.5, borderTop: 1, borderColor: "divider" }}>
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
      <PictureOnDemand finding={finding} />
      <Button
        size="small"
        aria-label={`View in the cloud: ${title}`}
        onClick={() => openCloudTab({ processing: processingId, job }, view)}
      >
        View in the cloud
      </Button>
    </Box>
  );
}
