import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { styled } from "@mui/material/styles";
import type { PlanWork, WorkLayer } from "@swath/plan/state";
import { useMemo } from "react";
import { paletteColour } from "../../map/palette.ts";
import { formatCount, plural } from "../../ui/text/format.ts";
import { type GridColumn, KeyboardGrid } from "../../ui/grid/keyboard-grid.tsx";
import type { Selection } from "../../ui/table/selection.tsx";
import { Swatch, Panel } from "./panel.tsx";
import type { Dispatch } from "../state/use-work.ts";
import type { FeatureRow } from "../state/use-geometry.ts";

interface FeatureTableProps {
  readonly work: PlanWork;
  readonly dispatch: Dispatch;
  readonly rows: readonly FeatureRow[];
  readonly selection: Selection;
  /** Another value makes its row active and brings it into sight. */
  readonly goTo: { readonly key: string } | undefined;
  /** Shows a row's feature on the map. */
  readonly onFind: (row: FeatureRow) => void;
}

/** Where there is less room, the table scrolls sideways within its panel. */
const LEAST_WIDTH = 640;
/** Of names as plans have them: of project, site and number. */
const LEAST_NAME = 180;

/** Folder and file are told by wider ones. */
const NARROW = {
  tracks: "auto minmax(0, 1fr) auto",
  areas: ["box name kind", "box instruction cross"],
  named: ["cross"],
} as const;

const keyOf = ({ key }: FeatureRow): string => key;
const nameOf = ({ name }: FeatureRow): string => name;

/** The geometry that is shown, as a table: all that the map does with it can be done here. */
export function FeatureTable(props: FeatureTableProps) {
  const { work, dispatch, rows, selection, goTo, onFind } = props;
  const columns = useColumns(work);
  return (
    <Panel title="Geometry" aside={<Selected work={work} dispatch={dispatch} rows={rows.length} />}>
      {rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
          {work.layers.length === 0
            ? "Geometry that is loaded is listed here."
            : "No geometry of this kind is shown."}
        </Typography>
      ) : (
        <Box
          sx={{
            display: "flex",
            height: "100%",
            "& table": { minWidth: { lg: LEAST_WIDTH } },
          }}
        >
          <KeyboardGrid
            label="Geometry"
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            nameOf={nameOf}
            selection={selection}
            goTo={goTo}
            narrow={NARROW}
            onOpen={onFind}
          />
        </Box>
      )}
    </Panel>
  );
}

interface SelectedProps extends Pick<FeatureTableProps, "work" | "dispatch"> {
  readonly rows: number;
}

/** How much is selected, and what can be said of it. */
function Selected({ work, dispatch, rows }: SelectedProps) {
  const selected = useMemo(
    () => work.layers.reduce((sum, layer) => sum + ones(layer.selected), 0),
    [work.layers],
  );
  const crossStrips = useMemo(
    () => work.layers.reduce((sum, layer) => sum + ones(layer.crossStrips), 0),
    [work.layers],
  );
  const mark = (are: boolean) => (
    <Button
      size="small"
      disabled={selected === 0}
      onClick={() => dispatch({ type: "markCrossStrips", crossStrips: are })}
    >
      {are ? "Mark as cross-strips" : "Unmark as cross-strips"}
    </Button>
  );
  return (
    <>
      <Typography component="output" variant="body2" color="textSecondary">
        {plural(rows, "feature")}, {formatCount(selected)} selected
        {crossStrips === 0 ? "" : `, ${plural(crossStrips, "cross-strip")}`}
      </Typography>
      {mark(true)}
      {mark(false)}
    </>
  );
}

const ones = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0);

const Associated = styled("span")({ display: "flex", alignItems: "center", gap: 8 });

const OneLine = styled("span")({ display: "block", overflow: "hidden", textOverflow: "ellipsis" });

/** Text of one line, whole in its title. */
const Cut = ({ text }: { readonly text: string }) => <OneLine title={text}>{text}</OneLine>;

function useColumns({ layers, instructions }: PlanWork): readonly GridColumn<FeatureRow>[] {
  return useMemo(() => {
    const byId = new Map<string, WorkLayer>(layers.map((layer) => [layer.id, layer]));
    const association = ({ layerId, feature }: FeatureRow) => {
      const instruction = instructions[(byId.get(layerId)?.assigned[feature] ?? 0) - 1];
      if (instruction === undefined) return null;
      return (
        <Associated>
          <Swatch colour={paletteColour(instruction.colour)} filled />
          <Cut text={`${instruction.projectId} ${instruction.siteName}`} />
        </Associated>
      );
    };
    return [
      {
        name: "Name",
        area: "name",
        track: `minmax(${LEAST_NAME}px, 4.5fr)`,
        cell: ({ name }) => <Cut text={name} />,
      },
      { name: "Kind", area: "kind", track: "52px", cell: ({ kind }) => kind },
      {
        name: "Cross-strip",
        area: "cross",
        track: "76px",
        cell: ({ layerId, feature }) =>
          byId.get(layerId)?.crossStrips[feature] === 1 ? "Yes" : "",
      },
      { name: "Instruction", area: "instruction", track: "minmax(0, 5fr)", cell: association },
      { name: "Folder", track: "minmax(0, 1.5fr)", cell: ({ folder }) => <Cut text={folder} /> },
      { name: "File", track: "minmax(0, 1.5fr)", cell: ({ file }) => <Cut text={file} /> },
    ];
  }, [layers, instructions]);
}
