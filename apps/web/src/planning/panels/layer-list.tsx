import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { AREA, COLLECTION, LINE, POINT, type PlanFilter } from "@swath/plan/model";
import type { PlanWork, WorkLayer } from "@swath/plan/state";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { FILTERS } from "../planning-address.ts";
import { plural } from "../../ui/text/format.ts";
import type { Dispatch } from "../state/use-work.ts";
import { Panel } from "./panel.tsx";

const LABELS: Readonly<Record<PlanFilter, string>> = {
  all: "All",
  aoi: "AOI's",
  lines: "Flight Lines",
};

interface FilterRadiosProps {
  readonly filter: PlanFilter;
  readonly onFilter: (filter: PlanFilter) => void;
}

/** What the lasso selects and the table lists. */
function FilterRadios({ filter, onFilter }: FilterRadiosProps) {
  return (
    <RadioGroup
      row
      aria-label="What is selected and listed"
      value={filter}
      onChange={(_event, value) => onFilter(FILTERS.find((each) => each === value) ?? "all")}
    >
      {FILTERS.map((each) => (
        <FormControlLabel
          key={each}
          value={each}
          label={LABELS[each]}
          control={<Radio size="small" sx={{ p: 0.5 }} />}
          slotProps={{ typography: { variant: "body2" } }}
        />
      ))}
    </RadioGroup>
  );
}

interface LayerListProps {
  readonly work: PlanWork;
  readonly dispatch: Dispatch;
  readonly onFilter: (filter: PlanFilter) => void;
}

/** The loaded files: which of them are drawn, and which kinds of geometry. */
export function LayerList({ work, dispatch, onFilter }: LayerListProps) {
  const { layers, filter } = work;
  return (
    <Panel title="Layers" head={<FilterRadios filter={filter} onFilter={onFilter} />}>
      {layers.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
          No files are loaded.
        </Typography>
      ) : (
        <Box component="ul" aria-label="Loaded files" sx={{ listStyle: "none", m: 0, p: 0.5 }}>
          {layers.map((layer) => (
            <LayerEntry key={layer.id} layer={layer} dispatch={dispatch} />
          ))}
        </Box>
      )}
    </Panel>
  );
}

interface LayerEntryProps extends Pick<LayerListProps, "dispatch"> {
  readonly layer: WorkLayer;
}

function LayerEntry({ layer, dispatch }: LayerEntryProps) {
  const { id, file, crs, visible } = layer;
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
      <Checkbox
        size="small"
        checked={visible}
        onChange={(_event, shown) => dispatch({ type: "show", layer: id, visible: shown })}
        slotProps={{ input: { "aria-label": `Show ${file}` } }}
      />
      <Box sx={{ flex: 1, minWidth: 0, color: visible ? "text.primary" : "text.secondary" }}>
        <Typography variant="body2" noWrap title={file} sx={{ fontWeight: 600 }}>
          {file}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div" noWrap title={crs}>
          {contentsOf(layer)} · {crs}
        </Typography>
      </Box>
      <Tooltip title={`Remove ${file}`}>
        <IconButton
          size="small"
          aria-label={`Remove ${file}`}
          onClick={() => dispatch({ type: "remove", layer: id })}
        >
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

const NOUNS = [
  [LINE, "line"],
  [AREA, "area"],
  [POINT, "point"],
  [COLLECTION, "collection"],
] as const;

/** What a layer has, as in '12 lines, 1 area'. */
function contentsOf({ geometry: { kinds } }: WorkLayer): string {
  const counts = [0, 0, 0, 0];
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  const parts = NOUNS.flatMap(([kind, noun]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [plural(count, noun)];
  });
  return parts.length === 0 ? "nothing to draw" : parts.join(", ");
}
