import CompareArrows from "@mui/icons-material/CompareArrows";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import { ButtonLink } from "../../ui/links.tsx";
import { PARAMETER_PAGES } from "../shared/parameter-pages.ts";
import type { ParameterKind } from "../shared/parameter-queries.ts";
import { recordName } from "../shared/record-name.ts";
import { type ComparedRecord, toggleCompared } from "./compare-column.tsx";

interface CompareBarProps {
  readonly kind: ParameterKind;
  readonly compared: readonly ComparedRecord[];
  readonly onCompared: (compared: readonly ComparedRecord[]) => void;
}

/** The records that are chosen to be compared, and the way to their comparison. */
export function CompareBar({ kind, compared, onCompared }: CompareBarProps) {
  const [first, second] = compared;
  if (first === undefined) return null;
  return (
    <Box
      component="fieldset"
      aria-label="Chosen to compare"
      sx={{
        m: 0,
        p: 0,
        border: 0,
        display: "flex",
        alignItems: "center",
        flexWrap: "wrap",
        gap: 1,
      }}
    >
      {compared.map((record) => (
        <Chip
          key={record._id}
          label={recordName(record)}
          onDelete={() => onCompared(toggleCompared(compared, record))}
        />
      ))}
      {second === undefined ? (
        <Box component="span" sx={{ color: "text.secondary" }}>
          Choose another one to compare it with.
        </Box>
      ) : (
        <ButtonLink
          variant="outlined"
          startIcon={<CompareArrows />}
          to={PARAMETER_PAGES[kind].compare}
          search={{ first: first._id, second: second._id }}
        >
          Compare
        </ButtonLink>
      )}
      <Button onClick={() => onCompared([])}>Choose none</Button>
    </Box>
  );
}
