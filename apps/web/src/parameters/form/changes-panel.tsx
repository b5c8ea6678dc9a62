import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { TextLink } from "../../ui/links.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { DIFFERS, FoldingTable } from "../../ui/table/folding-table.tsx";
import { plural, utcMinute } from "../../ui/text/format.ts";
import { PARAMETER_PAGES } from "../shared/parameter-names.ts";
import {
  type AnyRecord,
  formerRecordQuery,
  type ParameterKind,
} from "../shared/parameter-queries.ts";

import { type FormChange, imageryChanges, lidarChanges } from "./form-changes.ts";
import type { ParameterEntries } from "./parameter-entries.ts";
import { TitledSection } from "../../ui/page/titled-section.tsx";

interface ChangesPanelProps {
  readonly kind: ParameterKind;
  readonly entries: ParameterEntries;
}

/** What a form changes against the former record: that of the survey before, of the same sensor in the same aircraft. */
export function ChangesPanel({ kind, entries }: ChangesPanelProps) {
  const { sensor, aircraft, survey } = entries;
  const isKnown = sensor !== null && aircraft !== null;
  const query = useQuery({
    ...formerRecordQuery(useApi(), kind, {
      sensor: sensor ?? "",
      aircraft: aircraft ?? "",
      survey,
    }),
    enabled: isKnown,
  });
  return (
    <TitledSection title="Changes against the former record">
      {isKnown ? (
        <LoadedPart
          query={query}
          small
          loading="Loading the former record..."
          failed="The former record could not be loaded"
        >
          {(former) =>
            former === null ? (
              <Said>This sensor has no former record in this aircraft.</Said>
            ) : (
              <Changes kind={kind} former={former} entries={entries} />
            )
          }
        </LoadedPart>
      ) : (
        <Said>Choose sensor and aircraft to see them.</Said>
      )}
    </TitledSection>
  );
}

const Said = ({ children }: { children: ReactNode }) => (
  <Typography sx={{ color: "text.secondary" }}>{children}</Typography>
);

interface ChangesProps extends ChangesPanelProps {
  readonly former: AnyRecord;
}

function Changes({ kind, former, entries }: ChangesProps) {
  const [only, setOnly] = useState(false);
  const version = useQuery(settingsQuery(useApi())).data?.LMSCurrentVersion ?? "";
  // A lidar record alone has a version of LMS.
  const rows =
    "LMSVersion" in former
      ? lidarChanges(former, entries, version)
      : imageryChanges(former, entries);
  const changed = rows.filter(({ state }) => state === "changed");
  const open = rows.filter(({ state }) => state === "open").length;
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", columnGap: 2 }}>
        <Typography sx={{ fontWeight: 650 }}>
          {changed.length === 0 ? "No changes" : plural(changed.length, "change")}
          {open === 0 ? "" : `, ${open} not entered yet`}
        </Typography>
        <Typography>
          Former record:{" "}
          <TextLink
            to={PARAMETER_PAGES[kind].record}
            params={{ calibrationId: former._id }}
            target="_blank"
            rel="noopener"
          >
            {`surveyed ${utcMinute(former.SurveyDate)}`}
          </TextLink>
        </Typography>
        <FormControlLabel
          label="Show only changes"
          sx={{ ml: "auto", mr: 0 }}
          control={
            <Switch
              size="small"
              checked={only}
              onChange={({ target }) => setOnly(target.checked)}
            />
          }
        />
      </Box>
      {only && changed.length === 0 ? null : (
        <FoldingTable
          caption="Changes against the former record"
          columns={COLUMNS}
          rows={only ? changed : rows}
          minWidth={560}
          keyOf={({ name }) => name}
          rowSx={({ state }) => (state === "changed" ? DIFFERS : {})}
        />
      )}
    </>
  );
}

const numeric = { fontVariantNumeric: "tabular-nums" } as const;
const COLUMNS: readonly Column<FormChange>[] = [
  { name: "Parameter", width: "32%", isRowHeader: true, cell: ({ name }) => name },
  { name: "Former", sx: numeric, cell: ({ former }) => former },
  {
    name: "New",
    sx: numeric,
    cell: ({ entered, state }) =>
      state === "open" ? (
        <Box component="span" sx={{ color: "text.secondary" }}>
          {entered}
        </Box>
      ) : (
        entered
      ),
  },
  { name: "Difference", cell: ({ difference }) => difference },
];
