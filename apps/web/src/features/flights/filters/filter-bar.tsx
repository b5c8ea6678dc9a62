import FilterAltOffOutlined from "@mui/icons-material/FilterAltOffOutlined";
import Search from "@mui/icons-material/Search";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { FlightFilters } from "@swath/contract/flights";
import { activeFilters } from "./filter-fields.ts";
import type { FilterName } from "./filter-fields.ts";

interface FilterBarProps {
  readonly filters: FlightFilters;
  /** Opens the dialog at a filter. */
  readonly onOpen: (name: FilterName) => void;
  readonly onClear: () => void;
}

/** The way into the filters dialog, and a button for each filter that is set. */
export function FilterBar({ filters, onOpen, onClear }: FilterBarProps) {
  const active = activeFilters(filters);
  return (
    <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1.5 }}>
      <Button
        variant="contained"
        startIcon={<Search />}
        aria-haspopup="dialog"
        onClick={() => onOpen("PrimaryID")}
      >
        Search
      </Button>
      {active.map(({ name, label, count }) => (
        <Badge key={name} badgeContent={count} color="secondary" aria-hidden={false}>
          <Button
            size="small"
            variant="outlined"
            aria-haspopup="dialog"
            aria-label={`${label}, filters: ${count}`}
            onClick={() => onOpen(name)}
          >
            {label}
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
