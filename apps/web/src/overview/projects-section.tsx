import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { flightFilters } from "@swath/contract/flights";
import {
  OVERVIEW_ROWS,
  type Overview,
  PROJECT_DAYS,
  type ProjectProgress,
} from "@swath/contract/overview";
import { useState } from "react";
import { HoldChip } from "../data/hold-chip.tsx";
import { formatCount, plural, utcDay } from "../ui/text/format.ts";
import { TextLink } from "../ui/links.tsx";
import { figuresOf, ProgressBar, StepLegend } from "./progress-bar.tsx";
import { Beside, LINK, ROW, Rows, Section } from "./section.tsx";
import { lateTexts } from "./words.ts";

const PROJECT_ROW = {
  ...ROW,
  gridTemplateColumns: {
    xs: "minmax(0, 1fr)",
    md: "minmax(0, 5fr) minmax(0, 4fr) minmax(0, 5fr)",
  },
  columnGap: 3,
  rowGap: 0.5,
} as const;

/** A project: how far it is, and what of it is late. */
function ProjectRow({ of }: { readonly of: ProjectProgress }) {
  const late = lateTexts(of);
  return (
    <Box component="li" sx={PROJECT_ROW}>
      <Box sx={LINK}>
        <TextLink
          to="/post"
          search={{ ProjectID: flightFilters.textOf("ProjectID", [of.projectId]) }}
        >
          {of.projectId}
        </TextLink>
        <span>{of.name}</span>
        {of.onHold === undefined ? null : (
          <HoldChip holds={[{ project: of.projectId, ...of.onHold }]} />
        )}
        <Beside>
          {of.isOwn ? "yours" : of.manager} · last flown {utcDay(of.lastFlown)}
        </Beside>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <ProgressBar of={of} />
        <Box sx={{ mt: 0.25, fontSize: "0.8rem", fontVariantNumeric: "tabular-nums" }}>
          {figuresOf(of)}
        </Box>
      </Box>
      <Box sx={{ minWidth: 0, fontSize: "0.8125rem" }}>
        {late.length === 0 ? (
          <Box component="span" sx={{ color: "text.secondary" }}>
            Nothing is late.
          </Box>
        ) : (
          <Box sx={{ display: "flex", gap: 0.75, color: "error.main" }}>
            <ErrorOutlined fontSize="small" aria-hidden="true" />
            <span>Late: {late.join("; ")}.</span>
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The open projects: own ones first, then those with what is late. */
export function Projects({ of }: { readonly of: NonNullable<Overview["projects"]> }) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? of.rows : of.rows.slice(0, OVERVIEW_ROWS);
  return (
    <Section
      title="Projects"
      of={of}
      empty={`No open project was flown in the last ${plural(PROJECT_DAYS, "day")}.`}
      all={<StepLegend />}
    >
      <Rows>
        {rows.map((row) => (
          <ProjectRow key={row.projectId} of={row} />
        ))}
      </Rows>
      {of.rows.length <= OVERVIEW_ROWS ? null : (
        <Box sx={{ p: 0.5, borderTop: 1, borderColor: "divider" }}>
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? `Show the first ${OVERVIEW_ROWS}`
              : `Show all ${formatCount(of.rows.length)}`}
          </Button>
        </Box>
      )}
    </Section>
  );
}
