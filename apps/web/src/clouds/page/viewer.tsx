import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import ToggleButton from "@mui/material/ToggleButton";
import SquareFootOutlined from "@mui/icons-material/SquareFootOutlined";
import Timeline from "@mui/icons-material/Timeline";
import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { ToggleChoice } from "../../ui/form/toggle-choice.tsx";
import {
  type AddressChange,
  type CloudAddress,
  comparedOf,
  corridorOf,
  DEFAULT_WIDTH,
  type PublishedCloud,
  readView,
  writeCompared,
  writeCorridor,
  writeNumbers,
  writeView,
} from "../cloud-address.ts";
import { FindingsPanel } from "../../data/findings/findings-panel.tsx";
import { SavedProfiles } from "../../data/findings/saved-profiles.tsx";
import { MarkDialog, type MarkedPlace, SaveDialog, type ShownProfile } from "./mark-dialog.tsx";
import { MeasurePanel, useMeasuring } from "./corners-panel.tsx";
import { unitsOf } from "./measured-corners.ts";
import { useFindings } from "./use-findings.ts";
import type { MapView } from "../choose/map-view.ts";
import type { Hidden } from "../look/look.ts";
import type { Corridor } from "../points/section-points.ts";
import { LineForm } from "../profile/line-form.tsx";
import { ProfilePanel } from "../profile/profile-panel.tsx";
import type { Cloud } from "../read/cloud.ts";
import { useSeenCloud } from "../use-seen-cloud.ts";
import { CloudPicture } from "./cloud-picture.tsx";
import { sideColumns, VIEW } from "./side-layout.ts";
import { type BudgetText, SidePanel } from "./side-panel.tsx";
import { Summary } from "./summary.tsx";
import { colorsOf, unitOf, useLooks } from "./use-looks.ts";
import { type SceneState, useCursor, useMap, useScene } from "./use-views.ts";

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
  const { corridor, lineWidth, cursor, isDrawing, ...line } = useLine(address, onAddress);
  const { setCursor, setDrawing, onCorridor } = line;
  const unit = unitOf(cloud.files);
  const [measuring, toggleMeasuring] = useMeasuring(seen.nodes, look, scaleOf(map.view, scene));
  const findings = useFindings(published);
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
        <ViewTools
          is3d={is3d}
          isDrawing={isDrawing}
          onDrawing={setDrawing}
          isMeasuring={measuring !== undefined}
          onMeasuring={toggleMeasuring}
          onWhole={map.showAll}
          onAddress={onAddress}
        >
          <LineForm
            key={address.profile}
            corridor={corridor}
            width={lineWidth}
            onCorridor={onCorridor}
          />
        </ViewTools>
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
          measuring={measuring}
          onLine={(from, to) => onCorridor({ from, to, width: lineWidth })}
        />
        {measuring === undefined ? null : (
          <MeasurePanel measuring={measuring} units={unitsOf(cloud.files[0]!)} />
        )}
        <Summary cloud={cloud} seen={seen} look={look} unit={unit} />
        {corridor === undefined ? null : (
          <ViewedProfile
            cloud={cloud}
            corridor={corridor}
            look={profileLook}
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

/** Units of a pixel from above; as of the whole cloud, until that view was opened. */
const scaleOf = (view: MapView | undefined, { bounds: { min, max } }: SceneState): number =>
  view?.scale ?? (max[0]! - min[0]!) / WHOLE_PX;

/** The profile's line, the place on it that is looked at, and whether another is being drawn. */
function useLine({ profile, width }: CloudAddress, onAddress: ViewerProps["onAddress"]) {
  const corridor = useMemo(() => corridorOf({ profile, width }), [profile, width]);
  const [cursor, setCursor] = useCursor(corridor);
  const [isDrawing, setDrawing] = useState(false);
  const onCorridor = (next: Corridor | undefined): void => {
    setDrawing(false);
    onAddress(next === undefined ? { profile: undefined, width: undefined } : writeCorridor(next));
  };
  const lineWidth = corridor?.width ?? DEFAULT_WIDTH;
  return { corridor, lineWidth, cursor, setCursor, isDrawing, setDrawing, onCorridor };
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
        <>
          <FindingsPanel
            processingId={published.processingId}
            onShow={({ job, view }) => onAddress({ job, ...readView(view) })}
          />
          <SavedProfiles
            processingId={published.processingId}
            onShow={({ job, attempt, view }) => onAddress({ job, attempt, ...readView(view) })}
          />
        </>
      )}
    </Paper>
  );
}

type ViewedProfileProps = Omit<
  ComponentProps<typeof ProfilePanel>,
  "onMark" | "onSave" | "published" | "compared" | "color" | "higher"
> &
  Pick<ViewerProps, "address" | "published">;

/** The profile; of a published cloud points of it can be marked, it can be compared and saved. */
function ViewedProfile({ address, published, ...props }: ViewedProfileProps) {
  const [marked, setMarked] = useState<MarkedPlace>();
  const [saved, setSaved] = useState<ShownProfile>();
  const isOwn = published !== undefined && writeCompared(published) === address.compare;
  const compared = published && !isOwn ? comparedOf(address.compare) : undefined;
  const mark =
    published &&
    ((place: MarkedPlace["place"], line: number, picture: string | null): void =>
      setMarked({ ...published, place, line, picture, view: writeView(address) }));
  return (
    <>
      <Paper variant="outlined" sx={compared === undefined ? PROFILE : TWO_PROFILES}>
        <ProfilePanel
          {...props}
          color={address.profileColor ?? "line"}
          higher={address.higher}
          published={published}
          compared={compared}
          onMark={mark}
          onSave={
            published &&
            ((picture) => setSaved({ ...published, picture, view: writeView(address) }))
          }
        />
      </Paper>
      {marked === undefined ? null : (
        <MarkDialog place={marked} onClose={() => setMarked(undefined)} />
      )}
      {saved === undefined ? null : (
        <SaveDialog profile={saved} onClose={() => setSaved(undefined)} />
      )}
    </>
  );
}

interface ViewToolsProps {
  readonly is3d: boolean;
  readonly isDrawing: boolean;
  readonly onDrawing: (on: boolean) => void;
  readonly isMeasuring: boolean;
  readonly onMeasuring: () => void;
  readonly onWhole: () => void;
  readonly onAddress: ViewerProps["onAddress"];
  readonly children: ReactNode;
}

/** From above or in 3D; lines are drawn from above. */
function ViewTools(props: ViewToolsProps) {
  const { is3d, isDrawing, onDrawing, isMeasuring, onMeasuring, onWhole, onAddress } = props;
  const show = (view: string): void => onAddress({ view: view === "3d" ? "3d" : undefined });
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
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
      <ToggleButton
        value="measure"
        size="small"
        selected={isMeasuring}
        onChange={() => {
          onMeasuring();
          onDrawing(false);
        }}
        sx={{ gap: 0.75, py: 0.25 }}
      >
        <SquareFootOutlined fontSize="small" />
        Measure
      </ToggleButton>
      <Button size="small" onClick={onWhole} sx={{ display: is3d ? "none" : undefined }}>
        Whole cloud
      </Button>
      {props.children}
    </Box>
  );
}

const VIEWS = [
  ["map", /* text */ "From above"],
  ["3d", "3D"],
] as const;

const WHOLE_PX = 1_000;
const COLUMNS = sideColumns(240);
const PROFILE = {
  display: "flex",
  flex: { xs: "none", md: "2 1 0" },
  minHeight: 260,
  overflow: "hidden",
} as const;
const TWO_PROFILES = {
  ...PROFILE,
  flex: { xs: "none", md: "4 1 0" },
  minHeight: { xs: 260, md: 410 },
} as const;
