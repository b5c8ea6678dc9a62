import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { AttemptFile } from "@swath/contract/processing";
import { useMemo } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { LoadFailure } from "../../../ui/feedback/load-failure.tsx";
import { Waiting } from "../../../ui/feedback/waiting.tsx";
import { useDark } from "../../../ui/theme/use-dark.ts";
import { safeText } from "../../../ui/text/safe-text.ts";
import { type AttemptPlace, MOST_SHOWN_BYTES, reportQuery } from "../review-queries.ts";
import { embeddedRasters, excessPixels } from "./embedded-rasters.ts";
import { framedPage } from "./framed-page.ts";
import { captionOf, shapeOf } from "./shown-file.ts";
import { useObjectSource } from "./use-object-source.ts";

const MOST_LETTERS = 200_000;
const HEIGHT = "max(420px, calc(100vh - 300px))";

interface AttemptReportProps {
  readonly place: AttemptPlace;
  readonly file: AttemptFile;
}

/** A report of an attempt: a page in a frame in which nothing runs, or text. */
export function AttemptReport({ place, file }: AttemptReportProps) {
  const isLarge = file.size > MOST_SHOWN_BYTES;
  const { data, error, refetch } = useQuery({
    ...reportQuery(useApi(), place, file.path),
    enabled: !isLarge,
  });
  if (isLarge) return <LoadFailure title="This report is too large to be shown here" />;
  if (error !== null)
    return (
      <LoadFailure
        title="The report could not be loaded"
        failure={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Waiting text="Loading the report..." fill />;
  const name = `${captionOf(file.path)}, report of attempt ${place.attempt}`;
  if (shapeOf(file) === "page") return <ReportPage name={name} html={data} />;
  return (
    <Box
      component="section"
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={{ maxHeight: HEIGHT, overflow: "auto", border: 1, borderColor: "divider" }}
    >
      <Box component="pre" sx={{ m: 0, p: 1.5, fontSize: "0.78rem" }}>
        {safeText(data.slice(0, MOST_LETTERS))}
        {data.length > MOST_LETTERS ? "\n… (the rest is not shown)" : ""}
      </Box>
    </Box>
  );
}

/** A page, unless what stands in it as pictures would take the tab's memory. */
function ReportPage({ name, html }: { name: string; html: string }) {
  const rasters = useMemo(() => embeddedRasters(html), [html]);
  const excess = rasters === undefined ? undefined : excessPixels(rasters);
  if (rasters !== undefined && excess === undefined)
    return <FramedReport name={name} html={html} />;
  const why =
    excess === undefined
      ? "It holds something as a picture that is none that can be drawn."
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
