import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { DEFAULT_TILE_NAMING, TILE_NAME_FIELDS } from "@swath/contract/instructions";
import { MOST_TILE_LIST_BYTES, readTileList } from "@swath/survey/readers";
import { useState } from "react";
import { type InstructionChange, type InstructionDraft, LIST_TILE_NAMING } from "./draft.ts";
import { Field, fieldId, Group, Row, type SectionProps, useFields } from "./form-fields.tsx";
import { useFilePicker } from "../../ui/form/use-file-picker.tsx";
import { NamesPreview } from "./names-preview.tsx";
import { TitledSection } from "../../ui/page/titled-section.tsx";

const EXTENTS = [
  ["flight", "Grid over the whole flight"],
  ["bounds", "Grid within bounds"],
  ["list", "Tiles from a file"],
] as const;

/** A pattern of names of the other kind of tiles makes way for one that fits. */
function withExtents(
  draft: InstructionDraft,
  extents: InstructionDraft["extents"],
): InstructionChange {
  const [from, to] =
    extents === "list"
      ? [DEFAULT_TILE_NAMING, LIST_TILE_NAMING]
      : [LIST_TILE_NAMING, DEFAULT_TILE_NAMING];
  return draft.tileNaming === from ? { extents, tileNaming: to } : { extents };
}

/** Where the tiles are, and what they are called. */
export function TilesSection({ draft, change }: SectionProps) {
  const { disabled } = useFields();
  return (
    <TitledSection gap={2} title="Tiles">
      <RadioGroup
        row
        aria-label="Where the tiles are"
        value={draft.extents}
        onChange={(_, chosen) => change(withExtents(draft, chosen as InstructionDraft["extents"]))}
      >
        {EXTENTS.map(([value, label]) => (
          <FormControlLabel
            key={value}
            value={value}
            label={label}
            disabled={disabled}
            control={<Radio size="small" />}
          />
        ))}
      </RadioGroup>
      {draft.extents === "list" ? (
        <TileFile draft={draft} change={change} />
      ) : (
        <GridFields draft={draft} change={change} />
      )}
      <NamingField draft={draft} change={change} />
      <NamesPreview draft={draft} />
    </TitledSection>
  );
}

const BOUNDS = [
  ["minX", "West"],
  ["minY", "South"],
  ["maxX", "East"],
  ["maxY", "North"],
] as const;

function GridFields({ draft, change }: SectionProps) {
  const { faultOf } = useFields();
  const fault = faultOf("bounds");
  return (
    <>
      <Row>
        <Field
          name="side"
          label="Side of a tile"
          unit="m"
          value={draft.side}
          onChange={(side) => change({ side })}
          help="50 to 10,000"
        />
        <Field
          name="originX"
          label="Origin east"
          unit="m"
          value={draft.originX}
          onChange={(originX) => change({ originX })}
          help="Edges stand at whole sides from here"
          width={240}
        />
        <Field
          name="originY"
          label="Origin north"
          unit="m"
          value={draft.originY}
          onChange={(originY) => change({ originY })}
        />
      </Row>
      {draft.extents === "bounds" ? (
        <Group aria-label="Bounds, in metres of the horizontal datum">
          <Row>
            {BOUNDS.map(([name, label]) => (
              <Field
                key={name}
                name={name}
                label={label}
                unit="m"
                value={draft[name]}
                onChange={(value) => change({ [name]: value })}
              />
            ))}
          </Row>
          {fault === undefined ? null : <FormHelperText error>The bounds {fault}</FormHelperText>}
        </Group>
      ) : null}
    </>
  );
}

function TileFile({ draft, change }: SectionProps) {
  const { faultOf, disabled } = useFields();
  const [fault, setFault] = useState<string>();
  const take = async (file: File): Promise<void> => {
    const read =
      file.size > MOST_TILE_LIST_BYTES
        ? { fault: "is larger than 4 MiB" }
        : readTileList(await file.text());
    setFault("fault" in read ? `${file.name} ${read.fault}` : undefined);
    if ("tiles" in read) change({ tiles: read.tiles });
  };
  const picker = useFilePicker({
    label: "File of tiles",
    accept: ".csv,.txt,.json,.geojson",
    onPicked: ([file]) => void take(file!),
  });
  const shown = faultOf("tiles");
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Row>
        <Button id={fieldId("tiles")} variant="outlined" disabled={disabled} onClick={picker.open}>
          {draft.tiles.length === 0 ? "Choose a file" : "Choose another file"}
        </Button>
        <Box component="output" sx={{ alignSelf: "center" }}>
          {draft.tiles.length === 0 ? "No tiles yet" : `${draft.tiles.length} tiles`}
        </Box>
      </Row>
      {picker.input}
      <FormHelperText>
        GeoJSON of upright rectangles with a name, or lines of name, minX, minY, maxX, maxY, in
        metres of the horizontal datum.
      </FormHelperText>
      {fault === undefined ? null : <Alert severity="error">{fault}</Alert>}
      {shown === undefined ? null : <FormHelperText error>The list {shown}</FormHelperText>}
    </Box>
  );
}

const LIST_ONLY: readonly string[] = ["tile"];
const GRID_ONLY: readonly string[] = ["column", "row"];

function NamingField({ draft, change }: SectionProps) {
  const { disabled } = useFields();
  const unusable = draft.extents === "list" ? GRID_ONLY : LIST_ONLY;
  const fields = (Object.keys(TILE_NAME_FIELDS) as (keyof typeof TILE_NAME_FIELDS)[]).filter(
    (name) => !unusable.includes(name),
  );
  return (
    <Box sx={{ display: "grid", gap: 0.75 }}>
      <Field
        name="tileNaming"
        label="Names of tiles"
        required
        width="min(640px, 100%)"
        maxLength={100}
        value={draft.tileNaming}
        onChange={(tileNaming) => change({ tileNaming })}
      />
      <Group aria-label="Add to the names" sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {fields.map((name) => (
          <Button
            key={name}
            size="small"
            disabled={disabled}
            title={TILE_NAME_FIELDS[name]}
            onClick={() => {
              const before = draft.tileNaming;
              const joint = before === "" || /[_-]$/.test(before) ? "" : "_";
              change({ tileNaming: `${before}${joint}{${name}}` });
            }}
            sx={{ minWidth: 0, fontFamily: "monospace" }}
          >
            {`{${name}}`}
          </Button>
        ))}
      </Group>
    </Box>
  );
}
