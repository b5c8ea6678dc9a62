import Box from "@mui/material/Box";
import { may } from "@swath/contract/identity";
import { type AttemptFile, PROPOSAL_FILE } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { findingsQuery } from "../../data/findings/finding-queries.ts";
import { FindingRows } from "../../data/findings/finding-rows.tsx";
import { useApi } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { LoadFailure } from "../../ui/feedback/notice.tsx";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { useDark } from "../../ui/use-environment.ts";
import type { AttemptPlace } from "../records/attempt-queries.ts";
import { useObjectSource } from "../../ui/picture/picture.tsx";
import { MOST_SHOWN_BYTES } from "../../ui/picture/picture-file.ts";
import { ProposalReport } from "./proposal-report.tsx";
import { reportQuery, captionOf, shapeOf } from "./shown-file.ts";
import { embeddedRasters, excessPixels } from "../../ui/picture/picture-size.ts";

const MOST_LETTERS = 200_000;
const HEIGHT = "max(420px, calc(100vh - 300px))";

/** A report of an attempt: a page in a frame in which nothing runs, or text. */
export function AttemptReport({ place, file }: { place: AttemptPlace; file: AttemptFile }) {
  const isLarge = file.size > MOST_SHOWN_BYTES;
  const query = useQuery({ ...reportQuery(useApi(), place, file.path), enabled: !isLarge });
  if (isLarge) return <LoadFailure title="This report is too large to be shown here" />;
  const name = `${captionOf(file.path)}, report of attempt ${place.attempt}`;
  return (
    <LoadedPart
      query={query}
      loading="Loading the report..."
      shape="picture"
      failed="The report could not be loaded"
    >
      {(text) =>
        file.path === PROPOSAL_FILE ? (
          <ProposalReport text={text} place={place} />
        ) : shapeOf(file) === "page" ? (
          <>
            <ReportPage name={name} html={text} />
            <ReportFindings processingId={place.processingId} />
          </>
        ) : (
          <Box
            component="section"
            aria-label={name}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
            sx={{ maxHeight: HEIGHT, overflow: "auto", border: 1, borderColor: "divider" }}
          >
            <Box component="pre" sx={{ m: 0, p: 1.5, fontSize: "0.78rem" }}>
              {safeText(text.slice(0, MOST_LETTERS))}
              {text.length > MOST_LETTERS ? "\n… (the rest is not shown)" : ""}
            </Box>
          </Box>
        )
      }
    </LoadedPart>
  );
}

const MOST_FINDINGS = 50;

/** What was found since the page was written, for those who are shown clouds. */
function ReportFindings({ processingId }: { readonly processingId: string }) {
  const mayRead = may(useIdentity().roles, "downloadObject");
  const { data } = useQuery({ ...findingsQuery(useApi(), processingId), enabled: mayRead });
  if (data === undefined || data.length === 0) return null;
  return (
    <Box component="section" aria-label="Findings" sx={{ mt: 1.5 }}>
      <FindingRows findings={data} most={MOST_FINDINGS} />
    </Box>
  );
}

/** A page, unless its pictures would exhaust the tab's memory. */
function ReportPage({ name, html }: { name: string; html: string }) {
  const rasters = useMemo(() => embeddedRasters(html), [html]);
  const excess = rasters === undefined ? undefined : excessPixels(rasters);
  if (rasters !== undefined && excess === undefined)
    return <FramedReport name={name} html={html} />;
  const why =
    excess === undefined
      ? "It contains a picture that cannot be drawn."
      : `It holds ${excess}: too large to be shown here.`;
  return <LoadFailure title="This report cannot be shown" failure={{ message: why }} />;
}

/** A frame without scripts, forms, or an origin; the page's own policy holds in it too. */
function FramedReport({ name, html }: { name: string; html: string }) {
  const look = useDark() ? "dark" : "light";
  const page = useMemo(
    () => new Blob([framedPage(html, look)], { type: "text/html" }),
    [html, look],
  );
  const source = useObjectSource(page);
  return (
    <Box
      component="iframe"
      ref={source}
      title={name}
      sandbox=""
      referrerPolicy="no-referrer"
      sx={{ display: "block", width: 1, height: HEIGHT, border: 1, borderColor: "divider" }}
    />
  );
}

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Present in pages that have a light and a dark theme, such as `qa.html`. */
const BOTH_LOOKS = /light-dark\(/;

/**
 * A report's page for a sandboxed frame: nothing in it runs, it loads nothing, its links
 * lead nowhere. The frame inherits this page's policy, so that styles need its nonce. A page
 * with both themes gets the portal's, which may differ from the system's; others stay unchanged.
 */
export function framedPage(html: string, look: "light" | "dark", nonce = pageNonce()): string {
  const policy = `<meta http-equiv="content-security-policy" content="${POLICY}">`;
  const looked = BOTH_LOOKS.test(html) ? `${html}<style>:root{color-scheme:${look}}</style>` : html;
  const styled =
    nonce === undefined
      ? looked
      : looked.replaceAll(/<style(?=[\s>])/gi, (tag) => /* code */ `${tag} nonce="${nonce}"`);
  // The policy must precede the report's own content.
  const start = /^\s*(?:<!doctype[^>]*>)?\s*/i.exec(styled)?.[0] ?? "";
  return `${start}${policy}${styled.slice(start.length)}`;
}

const pageNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
