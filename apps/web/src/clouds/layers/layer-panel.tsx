import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Slider from "@mui/material/Slider";
import Typography from "@mui/material/Typography";
import { MOST_CLOUD_FILES } from "@swath/contract/cloud-names";
import type { ProcessingLayers } from "@swath/contract/clouds";
import { SelectField } from "../../ui/form/select-field.tsx";
import {
  type LayersAddress,
  type LayersChange,
  opacityIn,
  readNumbers,
  withNumber,
  writeShown,
} from "./layer-address.ts";
import { FINDINGS, FOOTPRINTS, type Layer } from "./layer-list.ts";
import { LayerLegend } from "./layer-legend.tsx";
import type { OpeningRaster } from "./use-layers.ts";

interface LayerPanelProps {
  readonly processing: ProcessingLayers;
  /** Lowest first. */
  readonly layers: readonly Layer[];
  readonly shown: ReadonlySet<string>;
  readonly rasters: readonly OpeningRaster[];
  readonly address: LayersAddress;
  readonly onAddress: (change: LayersChange) => void;
}

/** What the map shows: layers with their legend and opacity, and the attempts that they are of. */
export function LayerPanel(props: LayerPanelProps) {
  const { layers, shown, rasters, address, onAddress } = props;
  const toggle = (id: string): void => {
    const next = new Set(shown);
    if (!next.delete(id)) next.add(id);
    onAddress({ shown: writeShown(next) });
  };
  const system = rasters.find(({ open }) => open !== undefined && open.system !== "")?.open?.system;
  return (
    <Box component="section" aria-labelledby="layers-title" sx={{ p: 1.5 }}>
      <Typography id="layers-title" variant="h2" sx={{ fontSize: "1rem", mb: 0.5 }}>
        Layers
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        <Box component="li">
          <LayerBox
            name="Findings"
            isShown={shown.has(FINDINGS)}
            onToggle={() => toggle(FINDINGS)}
          />
        </Box>
        {layers.toReversed().map((layer) => (
          <LayerItem
            key={layer.id}
            layer={layer}
            isShown={shown.has(layer.id)}
            raster={rasters.find((each) => each.layer.id === layer.id && each.side !== "right")}
            opacity={opacityIn(address.opacity, layer.id)}
            onToggle={() => toggle(layer.id)}
            onOpacity={(percent) =>
              onAddress({
                opacity: withNumber(
                  address.opacity,
                  layer.id,
                  percent === 100 ? undefined : percent,
                ),
              })
            }
          />
        ))}
      </Box>
      <Box sx={{ ...SMALL, mt: 1 }}>
        {system === undefined ? null : (
          <>
            Where nothing of a raster is drawn it has no value there. Rasters lie on the map to a
            twentieth of a pixel, from {system}; its datum is taken for that of the map, which may
            be up to 2 m.
          </>
        )}
      </Box>
      <Attempts {...props} />
    </Box>
  );
}

interface LayerBoxProps {
  readonly name: string;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function LayerBox({ name, isShown, onToggle }: LayerBoxProps) {
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={isShown} onChange={onToggle} sx={{ py: 0.5 }} />}
      label={name}
      slotProps={{ typography: { sx: { fontSize: "0.875rem" } } }}
    />
  );
}

interface LayerItemProps {
  readonly layer: Layer;
  readonly isShown: boolean;
  readonly raster: OpeningRaster | undefined;
  /** 0 to 1. */
  readonly opacity: number;
  readonly onToggle: () => void;
  readonly onOpacity: (percent: number) => void;
}

function LayerItem(props: LayerItemProps) {
  const { layer, isShown, raster, opacity, onToggle, onOpacity } = props;
  const { name, job, form, files } = layer;
  const of = job === undefined ? "" : `, ${job}`;
  return (
    <Box component="li">
      <LayerBox name={`${name}${of}`} isShown={isShown} onToggle={onToggle} />
      {isShown ? (
        <Box sx={{ pl: 3.5, pr: 1, pb: 0.5 }}>
          <Slider
            size="small"
            min={0}
            max={100}
            step={5}
            value={Math.round(opacity * 100)}
            aria-label={`Opacity of ${name}${of}`}
            valueLabelDisplay="auto"
            valueLabelFormat={(percent) => `${percent} %`}
            onChange={(_event, percent) => onOpacity(percent)}
            sx={{ py: 1 }}
          />
          {form.by === "raster" && raster?.open !== undefined ? (
            <LayerLegend look={raster.open.look} unit={form.unit} />
          ) : null}
          {files[0]?.path === FOOTPRINTS ? (
            <Box sx={SMALL}>
              Click an image, or press Enter for the one in the middle of the map, to see its
              quick-look.
            </Box>
          ) : null}
          {files.length > MOST_CLOUD_FILES ? (
            <Box sx={SMALL}>
              {MOST_CLOUD_FILES} of {files.length} files: no more are open at a time.
            </Box>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}

const NONE = "none";

/** Which attempt of each job is shown, and which one beside it. */
function Attempts({ processing, layers, address, onAddress }: LayerPanelProps) {
  const several = processing.jobs.filter(
    ({ job, attempts }) =>
      attempts.length > 1 &&
      layers.some((layer) => layer.job === job && layer.form.by === "raster"),
  );
  if (several.length === 0) return null;
  const [swiped] = readNumbers(address.swipe);
  return (
    <Box
      component="section"
      aria-labelledby="attempts-title"
      sx={{ mt: 1.5, display: "grid", gap: 1.5 }}
    >
      <Typography id="attempts-title" variant="h2" sx={{ fontSize: "1rem" }}>
        Attempts
      </Typography>
      {several.map(({ job, attempt, attempts }) => (
        <Box key={job} sx={{ display: "flex", flexWrap: "wrap", gap: 1, rowGap: 1.5 }}>
          <SelectField
            label={job}
            minWidth={126}
            value={String(readNumbers(address.attempts).get(job) ?? attempt)}
            options={attempts.map((each) => [
              String(each),
              each === attempt ? `${each}, published` : String(each),
            ])}
            onChange={(value) => {
              const number = Number(value) === attempt ? undefined : Number(value);
              onAddress({ attempts: withNumber(address.attempts, job, number) });
            }}
          />
          <SelectField
            label={`Swipe ${job}`}
            minWidth={126}
            value={swiped?.[0] === job ? String(swiped[1]) : NONE}
            options={[
              [NONE, /* text */ "No"],
              ...attempts.map((each) => [String(each), String(each)] as const),
            ]}
            onChange={(value) =>
              onAddress({ swipe: value === NONE ? undefined : `${job}:${value}` })
            }
          />
        </Box>
      ))}
    </Box>
  );
}

const SMALL = { fontSize: "0.75rem", color: "text.secondary" } as const;
