import Alert from "@mui/material/Alert";
import Paper from "@mui/material/Paper";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { lazyPart } from "../../ui/load-part.ts";
import { formatCount } from "../../ui/text/format.ts";
import type { Look } from "../look/look.ts";
import { CloudMap } from "../map/cloud-map.tsx";
import type { CloudMeasuring } from "../map/nearest-drawn.ts";
import type { MarkedFinding } from "../map/paint-overlay.ts";
import type { Corridor } from "../points/section-points.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import type { MapState, SceneState } from "./use-views.ts";

/** Loaded when it is opened: three is as large as the map is small. */
const SceneView = lazyPart(() => import("../scene/scene-view.tsx"), "SceneView");

interface CloudPictureProps {
  readonly map: MapState;
  readonly scene: SceneState;
  readonly is3d: boolean;
  readonly nodes: readonly LoadedNode[];
  readonly look: Look;
  readonly corridor: Corridor | undefined;
  readonly cursor: number;
  readonly findings: readonly MarkedFinding[];
  readonly isDrawing: boolean;
  readonly measuring: CloudMeasuring | undefined;
  readonly onLine: (from: readonly [number, number], to: readonly [number, number]) => void;
}

/** The cloud in three dimensions, or from above. */
export function CloudPicture(props: CloudPictureProps) {
  const { map, scene, is3d, nodes, look, corridor, cursor, findings, isDrawing, onLine } = props;
  return (
    <>
      {scene.isUnable ? (
        <Alert severity="info">
          This browser has no WebGL, so that there is no 3D view. The view from above and profiles
          show the same points.
        </Alert>
      ) : null}
      {is3d && Number.isFinite(scene.most) ? (
        <Alert severity="info">
          {`This browser draws in 3D slowly: ${formatCount(scene.most)} points at most are shown, those that tell most first. From above, and in profiles, there is no such bound.`}
        </Alert>
      ) : null}
      <Paper variant="outlined" sx={PICTURE}>
        {is3d ? (
          <SceneView
            waiting={<Waiting text="Loading the 3D view..." fill />}
            label={SCENE_LABEL}
            bounds={scene.bounds}
            nodes={nodes}
            look={look}
            corridor={corridor}
            measuring={props.measuring}
            {...scene.handlers}
          />
        ) : (
          <CloudMap
            label={MAP_LABEL}
            view={map.view}
            nodes={nodes}
            look={look}
            corridor={corridor}
            cursor={corridor && cursor}
            findings={findings}
            isDrawing={isDrawing}
            measuring={props.measuring}
            onSize={map.setSize}
            onView={map.move}
            onWhole={map.showAll}
            onLine={onLine}
          />
        )}
      </Paper>
    </>
  );
}

const SCENE_LABEL =
  "Point cloud in three dimensions. Arrows move it, with Shift they turn it, plus and minus zoom, Home shows all of it.";
const MAP_LABEL =
  "Point cloud from above. Arrows move it, plus and minus zoom, Home shows all of it.";

const PICTURE = {
  position: "relative",
  flex: { xs: "none", md: "3 1 0" },
  height: { xs: 320, md: "auto" },
  minHeight: 220,
  overflow: "hidden",
} as const;
