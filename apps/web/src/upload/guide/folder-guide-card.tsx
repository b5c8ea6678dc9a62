import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { FlightUpload } from "@swath/contract/flights";
import { type FolderGuide, folderGuide, type GuidedFiles } from "@swath/survey/guide";
import { useMemo } from "react";
import { useConfig } from "../../platform/config/config.ts";
import { Explained } from "../../ui/glossary/explained.tsx";
import { PageCard } from "../../ui/page/page-card.tsx";
import { COARSE } from "../../ui/theme/theme.ts";
import { plural } from "../../ui/text/format.ts";
import type { FlightAndEquipment } from "../flight-loading.tsx";
import { validationRequest } from "../validation/validation-calls.ts";
import { FolderTree } from "./folder-tree.tsx";

export interface FolderGuideProps extends FlightAndEquipment {
  readonly upload: Pick<FlightUpload, "Type" | "SensorName">;
  readonly isUpdate: boolean;
}

/** What the folder of an upload must hold, with an example: told by the rules that validate it. */
export function FolderGuideCard({ flight, equipment, upload, isUpdate }: FolderGuideProps) {
  const { companions } = useConfig();
  const guide = useMemo(() => {
    const request = validationRequest(flight, upload, equipment, { isUpdate, companions });
    const day = flight.WheelsUp ?? flight.Date[0];
    return folderGuide({ ...request, day: day === undefined ? undefined : Date.parse(day) });
  }, [flight, upload, equipment, isUpdate, companions]);
  return (
    <PageCard title="What the folder must hold">
      <Box sx={COLUMNS}>
        <Box>
          <Needs guide={guide} />
          <Rules rules={guide.rules} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Typography component="h3" sx={{ fontWeight: 650 }}>
            An example
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            Bold: needed. Grey: taken where it is there.
          </Typography>
          <FolderTree lines={guide.tree} label={`An example of the folder ${guide.baseFolder}`} />
        </Box>
      </Box>
    </PageCard>
  );
}

const COLUMNS = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" },
  columnGap: 5,
  rowGap: 3,
} as const;

function Needs({ guide: { baseFolder, needs, leavesOut } }: { readonly guide: FolderGuide }) {
  return (
    <>
      <Box component="ul" sx={LIST}>
        <Need text="A folder of this very name" names={[baseFolder]} />
        {needs.map((need) => (
          <Need key={need.text} {...need} />
        ))}
      </Box>
      {needs.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          It holds any of the files in the example, at least one.
        </Typography>
      )}
      {leavesOut.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {`Left out: ${leavesOut.join(" and ")} files.`}
        </Typography>
      )}
    </>
  );
}

function Need({ text, names }: GuidedFiles) {
  return (
    <li>
      <Explained text={text} />
      <span className="names">{names.join(", ")}</span>
    </li>
  );
}

const LIST = {
  m: 0,
  pl: 2.5,
  display: "grid",
  gap: 1.25,
  "& > li::marker": { color: "primary.main" },
  "& .names": {
    display: "block",
    fontSize: "0.8125rem",
    color: "text.secondary",
    overflowWrap: "anywhere",
  },
} as const;

function Rules({ rules }: { readonly rules: readonly string[] }) {
  return (
    <Box component="details" sx={{ mt: 2 }}>
      <Box component="summary" sx={SUMMARY}>
        {`All ${plural(rules.length, "rule")} that a folder is held to`}
      </Box>
      <Box component="ul" sx={{ my: 0.5, pl: 3, fontSize: "0.875rem" }}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </Box>
    </Box>
  );
}

const SUMMARY = { cursor: "pointer", py: 0.5, fontWeight: 600, [COARSE]: { py: 1.5 } };
