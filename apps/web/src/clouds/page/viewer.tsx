import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import Timeline from "@mui/icons-material/Timeline";
import { useMemo, useState } from "react";
import { type MapView, nodesOfMap, type Size, viewOfBox } from "../choose/map-view.ts";
import {
  type AddressChange,
  type CloudAddress,
  corridorOf,
  DEFAULT_WIDTH,
  writeCorridor,
  writeNumbers,
} from "../cloud-address.ts";
import type { Hidden } from "../look/look.ts";
import { CloudMap } from "../map/cloud-map.tsx";
import { type Corridor, lengthOf } from "../points/section-points.ts";
import { LineForm } from "../profile/line-form.tsx";
import { ProfilePanel } from "../profile/profile-panel.tsx";
import type { Cloud } from "../read/cloud.ts";
import { useSeenCloud } from "../use-seen-cloud.ts";
import { type BudgetText, SidePanel } from "./side-panel.tsx";
import { Summary } from "./summary.tsx";
import { boundsOf, colorsOf, unitOf, useLooks } from "./use-looks.ts";

export interface ViewerProps {
  readonly cloud: Cloud;
  readonly address: CloudAddress;
  readonly onAddress: (change: AddressChange) => void;
}

const hiddenInAddress = ({ classes, lines, returns }: Hidden): AddressChange => ({
  without: writeNumbers(classes),
  withoutLines: writeNumbers(lines),
  returns: returns === "all" ? undefined : returns,
});

/** Where the map is: all of the cloud, until somebody moves it. */
function useMap(cloud: Cloud) {
  const [size, setSize] = useState<Size>();
  const [moved, setMoved] = useState<MapView>();
  const whole = useMemo(
    () => (size === undefined ? undefined : viewOfBox(boundsOf(cloud.files), size)),
    [cloud, size],
  );
  const view = moved ?? whole;
  const nodes = useMemo(
    () => (view === undefined || size === undefined ? undefined : nodesOfMap(view, size)),
    [view, size],
  );
  return { view, nodes, setSize, move: setMoved, showAll: () => setMoved(undefined) };
}

/** The place on a profile that is looked at: its middle, until somebody moves it. */
function useCursor(corridor: Corridor | undefined): readonly [number, (along: number) => void] {
  const length = corridor === undefined ? 0 : lengthOf(corridor);
  const [cursor, setCursor] = useState<{ readonly of: number; readonly along: number }>();
  // A line that was moved is as long as before, but for what rounding does.
  const isKept = cursor !== undefined && Math.abs(cursor.of - length) < 0.1;
  const along = isKept ? Math.min(length, cursor.along) : length / 2;
  return [along, (next) => setCursor({ of: length, along: next })];
}

/** The clouds, what is shown of them, and their profile. */
export function Viewer({ cloud, address, onAddress }: ViewerProps) {
  const map = useMap(cloud);
  const [budget, setBudget] = useState<BudgetText>("1000000");
  const seen = useSeenCloud(cloud, {
    view: map.nodes,
    budget: Number(budget),
    withTimes: address.color === "time",
  });
  const { look, profileLook } = useLooks(cloud, seen.census, address);
  const { profile, width } = address;
  const corridor = useMemo(() => corridorOf({ profile, width }), [profile, width]);
  const [cursor, setCursor] = useCursor(corridor);
  const unit = unitOf(cloud.files);
  const [isDrawing, setDrawing] = useState(false);
  const onCorridor = (next: Corridor | undefined): void => {
    setDrawing(false);
    onAddress(next === undefined ? { profile: undefined, width: undefined } : writeCorridor(next));
  };
  const lineWidth = corridor?.width ?? DEFAULT_WIDTH;
  return (
    <Box sx={COLUMNS}>
      <Paper variant="outlined" sx={{ gridArea: "side", minHeight: 0, overflow: "hidden" }}>
        <SidePanel
          look={look}
          census={seen.census}
          colors={colorsOf(cloud.files)}
          unit={unit}
          budget={budget}
          onColor={(color) => onAddress({ color })}
          onHidden={(hidden) => onAddress(hiddenInAddress(hidden))}
          onBudget={setBudget}
        />
      </Paper>
      <Box sx={VIEW}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          <DrawButton isDrawing={isDrawing} onDrawing={setDrawing} />
          <Button size="small" onClick={map.showAll}>
            Whole cloud
          </Button>
          <LineForm key={profile} corridor={corridor} width={lineWidth} onCorridor={onCorridor} />
        </Box>
        <Paper variant="outlined" sx={MAP}>
          <CloudMap
            label={MAP_LABEL}
            view={map.view}
            nodes={seen.nodes}
            look={look}
            corridor={corridor}
            cursor={corridor && cursor}
            isDrawing={isDrawing}
            onSize={map.setSize}
            onView={map.move}
            onWhole={map.showAll}
            onLine={(from, to) => onCorridor({ from, to, width: lineWidth })}
          />
        </Paper>
        <Summary cloud={cloud} seen={seen} look={look} unit={unit} />
        {corridor === undefined ? null : (
          <Paper variant="outlined" sx={PROFILE}>
            <ProfilePanel
              cloud={cloud}
              corridor={corridor}
              look={profileLook}
              color={address.profileColor ?? "line"}
              higher={address.higher}
              unit={unit}
              cursor={cursor}
              onCursor={setCursor}
              onCorridor={onCorridor}
              onAddress={onAddress}
            />
          </Paper>
        )}
      </Box>
    </Box>
  );
}

interface DrawButtonProps {
  readonly isDrawing: boolean;
  readonly onDrawing: (on: boolean) => void;
}

const DrawButton = ({ isDrawing, onDrawing }: DrawButtonProps) => (
  <ToggleButton
    value="line"
    size="small"
    selected={isDrawing}
    onChange={() => onDrawing(!isDrawing)}
    sx={{ gap: 0.75, py: 0.25 }}
  >
    <Timeline fontSize="small" />
    Draw a profile
  </ToggleButton>
);

const MAP_LABEL =
  "Point cloud from above. Arrows move it, plus and minus zoom, Home shows all of it.";

const COLUMNS = {
  display: "grid",
  flex: { xs: "none", md: "1 1 0px" },
  minHeight: { xs: 0, md: 560 },
  gap: 1,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "240px minmax(0, 1fr)" },
  gridTemplateRows: { xs: "auto auto", md: "minmax(0, 1fr)" },
  gridTemplateAreas: { xs: '"view" "side"', md: '"side view"' },
} as const;
const VIEW = {
  gridArea: "view",
  display: "flex",
  flexDirection: "column",
  gap: 1,
  minHeight: 0,
} as const;
const MAP = {
  position: "relative",
  flex: { xs: "none", md: "3 1 0" },
  height: { xs: 320, md: "auto" },
  minHeight: 220,
  overflow: "hidden",
} as const;
const PROFILE = {
  display: "flex",
  flex: { xs: "none", md: "2 1 0" },
  minHeight: 260,
  overflow: "hidden",
} as const;
