import FilterAltOffOutlined from "@mui/icons-material/FilterAltOffOutlined";
import Search from "@mui/icons-material/Search";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { countOf, type FilterDraft } from "./filter-draft.ts";
import type { FilterField } from "./filter-field.ts";

interface FilterBarProps {
  readonly fields: readonly FilterField[];
  /** The filters that are set. */
  readonly draft: FilterDraft;
  /** Opens the dialog at a filter. */
  readonly onOpen: (name: string) => void;
  readonly onClear: () => void;
}

/** The way into the filter dialog, and a button for each filter that is set. */
export function FilterBar({ fields, draft, onOpen, onClear }: FilterBarProps) {
  const active = fields.filter((field) => countOf(draft, field) > 0);
  return (
    <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1.5, minWidth: 0 }}>
      <Button
        variant="contained"
        startIcon={<Search />}
        aria-haspopup="dialog"
        onClick={() => onOpen(fields[0]?.name ?? "")}
      >
        Search
      </Button>
      {active.map((field) => (
        <Badge
          key={field.name}
          badgeContent={countOf(draft, field)}
          color="secondary"
          aria-hidden={false}
        >
          <Button
            size="small"
            variant="outlined"
            aria-haspopup="dialog"
            aria-label={`${field.label}, filters: ${countOf(draft, field)}`}
            onClick={() => onOpen(field.name)}
          >
            {field.label}
          </Button>
        </Badge>
      ))}
      {active.length === 0 ? null : (
        <Tooltip title="Clear all filters">
          <IconButton aria-label="Clear all filters" onClick={onClear}>
            <FilterAltOffOutlined />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
