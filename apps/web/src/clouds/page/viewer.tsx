import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import Timeline from "@mui/icons-material/Timeline";
import { type ComponentProps, useMemo, useState } from "react";
import { ToggleChoice } from "../../ui/form/toggle-choice.tsx";
import {
  type AddressChange,
  type CloudAddress,
  corridorOf,
  DEFAULT_WIDTH,
  readView,
  writeCorridor,
  writeNumbers,
  writeView,
} from "../cloud-address.ts";
import { FindingsPanel } from "../../data/findings/findings-panel.tsx";
import { MarkDialog, type MarkedPlace } from "./mark-dialog.tsx";
import { type PublishedCloud, useFindings } from "./use-findings.ts";
import type { Hidden } from "../look/look.ts";
import type { Corridor } from "../points/section-points.ts";
import { LineForm } from "../profile/line-form.tsx";
import { ProfilePanel } from "../profile/profile-panel.tsx";
import type { Cloud } from "../read/cloud.ts";
import { useSeenCloud } from "../use-seen-cloud.ts";
import { CloudPicture } from "./cloud-picture.tsx";
import { type BudgetText, SidePanel } from "./side-panel.tsx";
import { Summary } from "./summary.tsx";
import { colorsOf, unitOf, useLooks } from "./use-looks.ts";
import { useCursor, useMap, useScene } from "./use-views.ts";

export interface ViewerProps {
  readonly cloud: Cloud;
  readonly address: CloudAddress;
  readonly onAddress: (change: AddressChange) => void;
  /** What the cloud was published by, of which findings are kept; undefined of a single file. */
  readonly published?: PublishedCloud | undefined;
}

const hiddenInAddress = ({ classes, lines, returns }: Hidden): AddressChange => ({
  without: writeNumbers(classes),
  withoutLines: writeNumbers(lines),
  returns: returns === "all" ? undefined : returns,
});

/** The clouds, what is shown of them, and their profile. */
export function Viewer({ cloud, address, onAddress, published }: ViewerProps) {
  const map = useMap(cloud);
  const scene = useScene(cloud);
  const is3d = address.view === "3d" && !scene.isUnable;
  const [budget, setBudget] = useState<BudgetText>("1000000");
  const seen = useSeenCloud(cloud, {
    view: is3d ? scene.nodes : map.nodes,
    budget: is3d ? Math.min(Number(budget), scene.most) : Number(budget),
    color: address.color,
  });
  const { look, profileLook } = useLooks(cloud, seen, address);
  const { profile, width } = address;
  const corridor = useMemo(() => corridorOf({ profile, width }), [profile, width]);
  const [cursor, setCursor] = useCursor(corridor);
  const unit = unitOf(cloud.files);
  const [isDrawing, setDrawing] = useState(false);
  const onCorridor = (next: Corridor | undefined): void => {
    setDrawing(false);
    onAddress(next === undefined ? { profile: undefined, width: undefined } : writeCorridor(next));
  };
  const findings = useFindings(published);
  const lineWidth = corridor?.width ?? DEFAULT_WIDTH;
  return (
    <Box sx={COLUMNS}>
      <Side
        look={look}
        census={seen.census}
        colors={colorsOf(cloud.files)}
        unit={unit}
        budget={budget}
        published={published}
        onBudget={setBudget}
        onAddress={onAddress}
      />
      <Box sx={VIEW}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          <ViewTools
            is3d={is3d}
            isDrawing={isDrawing}
            onDrawing={setDrawing}
            onAddress={onAddress}
          />
          <Button size="small" onClick={map.showAll} sx={{ display: is3d ? "none" : undefined }}>
            Whole cloud
          </Button>
          <LineForm key={profile} corridor={corridor} width={lineWidth} onCorridor={onCorridor} />
        </Box>
        <CloudPicture
          map={map}
          scene={scene}
          is3d={is3d}
          nodes={seen.nodes}
          look={look}
          corridor={corridor}
          cursor={cursor}
          findings={findings}
          isDrawing={isDrawing}
          onLine={(from, to) => onCorridor({ from, to, width: lineWidth })}
        />
        <Summary cloud={cloud} seen={seen} look={look} unit={unit} />
        {corridor === undefined ? null : (
          <ViewedProfile
            cloud={cloud}
            corridor={corridor}
            look={profileLook}
            color={address.profileColor ?? "line"}
            higher={address.higher}
            unit={unit}
            cursor={cursor}
            address={address}
            published={published}
            onCursor={setCursor}
            onCorridor={onCorridor}
            onAddress={onAddress}
          />
        )}
      </Box>
    </Box>
  );
}

type SideProps = Omit<ComponentProps<typeof SidePanel>, "onColor" | "onHidden"> &
  Pick<ViewerProps, "published" | "onAddress">;

/** What is shown of a cloud, and what was found in it. */
function Side({ published, onAddress, ...props }: SideProps) {
  return (
    <Paper variant="outlined" sx={{ gridArea: "side", minHeight: 0, overflow: "auto" }}>
      <SidePanel
        {...props}
        onColor={(color) => onAddress({ color })}
        onHidden={(hidden) => onAddress(hiddenInAddress(hidden))}
      />
      {published === undefined ? null : (
        <FindingsPanel
          processingId={published.processingId}
          onShow={({ job, view }) => onAddress({ job, ...readView(view) })}
        />
      )}
    </Paper>
  );
}

type ViewedProfileProps = Omit<ComponentProps<typeof ProfilePanel>, "onMark"> &
  Pick<ViewerProps, "address" | "published">;

/** The profile; of a published cloud points of it can be marked. */
function ViewedProfile({ address, published, ...props }: ViewedProfileProps) {
  const [marked, setMarked] = useState<MarkedPlace>();
  const mark =
    published &&
    ((place: MarkedPlace["place"], line: number, picture: string | null): void =>
      setMarked({ ...published, place, line, picture, view: writeView(address) }));
  return (
    <>
      <Paper variant="outlined" sx={PROFILE}>
        <ProfilePanel {...props} onMark={mark} />
      </Paper>
      {marked === undefined ? null : (
        <MarkDialog place={marked} onClose={() => setMarked(undefined)} />
      )}
    </>
  );
}

interface ViewToolsProps {
  readonly is3d: boolean;
  readonly isDrawing: boolean;
  readonly onDrawing: (on: boolean) => void;
  readonly onAddress: ViewerProps["onAddress"];
}

/** From above or in 3D; lines are drawn from above. */
function ViewTools({ is3d, isDrawing, onDrawing, onAddress }: ViewToolsProps) {
  const show = (view: string): void => onAddress({ view: view === "3d" ? "3d" : undefined });
  return (
    <>
      <ToggleChoice label="View" value={is3d ? "3d" : "map"} options={VIEWS} onChoose={show} />
      <ToggleButton
        value="line"
        size="small"
        selected={isDrawing}
        onChange={() => {
          if (is3d) show("map");
          onDrawing(!isDrawing);
        }}
        sx={{ gap: 0.75, py: 0.25 }}
      >
        <Timeline fontSize="small" />
        Draw a profile
      </ToggleButton>
    </>
  );
}

const VIEWS = [
  ["map", /* text */ "From above"],
  ["3d", "3D"],
] as const;

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
const PROFILE = {
  display: "flex",
  flex: { xs: "none", md: "2 1 0" },
  minHeight: 260,
  overflow: "hidden",
} as const;
