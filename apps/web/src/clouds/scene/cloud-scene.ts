import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  ColorManagement,
  Frustum,
  Group,
  Line,
  LinearSRGBColorSpace,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { MapControls } from "three/addons/controls/MapControls.js";
import type { NodeView } from "../choose/choose-nodes.ts";
import type { Size } from "../choose/map-view.ts";
import type { Corner } from "../map/nearest-drawn.ts";
import type { ColoredNode } from "../look/colored-nodes.ts";
import { type Corridor, directionOf } from "../points/section-points.ts";

/** A box in the units of the cloud's system. */
interface Bounds {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

interface SceneEvents {
  /** Another view: other nodes are to be seen. */
  readonly onView: (view: NodeView) => void;
  /** Frames take so long that moving about is no pleasure. */
  readonly onSlow: () => void;
}

const FIELD_DEGREES = 50;
const POINT_PX = 2;
/** Of what lies nearer a pixel would be less than the width of a hair. */
const NEAREST = 0.5;
/** A frame that takes longer is slow; so many in a row are no accident. */
const SLOW_MS = 120;
const SLOW_FRAMES = 4;
/** Frames farther apart have not been waited for. */
const PAUSE_MS = 1_000;
const ZOOM = 0.2;
const PROFILE_COLOR = 0xff_c6_29;
const CORNER_PX = 9;
/** A click picks the foremost point this near, else the nearest on the screen within the farther reach. */
const PICK_PX = 3;
const REACH_PX = 8;

const OVER_ALL = { color: PROFILE_COLOR, depthTest: false, transparent: true };
const CORNER_LINE = new LineBasicMaterial(OVER_ALL);
const CORNER_POINTS = new PointsMaterial({ ...OVER_ALL, size: CORNER_PX, sizeAttenuation: false });

/** A cloud in three dimensions, drawn by WebGL when something changes. Throws where there is no WebGL. */
export class CloudScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera: PerspectiveCamera;
  readonly #controls: MapControls;
  readonly #material = new PointsMaterial({
    size: POINT_PX,
    sizeAttenuation: false,
    vertexColors: true,
    // Points without a colour are left out.
    alphaTest: 0.5,
  });
  readonly #drawn = new Map<ColoredNode["node"], Points>();
  readonly #bounds: Bounds;
  readonly #origin: Vector3;
  readonly #events: SceneEvents;
  #line: LineSegments | undefined;
  #corners: Group | undefined;
  #frame = 0;
  #lastFrame = 0;
  #slowFrames = 0;
  #size: Size = { width: 1, height: 1 };

  constructor(host: HTMLElement, bounds: Bounds, events: SceneEvents) {
    ColorManagement.enabled = false;
    this.#renderer = new WebGLRenderer({ powerPreference: "high-performance" });
    this.#renderer.outputColorSpace = LinearSRGBColorSpace;
    this.#bounds = bounds;
    this.#events = events;
    const [min, max] = [new Vector3(...bounds.min), new Vector3(...bounds.max)];
    this.#origin = min.clone().add(max).multiplyScalar(0.5);
    const reach = max.distanceTo(min) || 1;
    this.#camera = new PerspectiveCamera(FIELD_DEGREES, 1, reach / 5_000, reach * 20);
    this.#camera.up.set(0, 0, 1);
    this.#controls = new MapControls(this.#camera, this.#renderer.domElement);
    this.#controls.maxPolarAngle = Math.PI * 0.49;
    this.#controls.zoomToCursor = true;
    this.#controls.enableDamping = false;
    this.#controls.listenToKeyEvents(host);
    this.#controls.addEventListener("change", () => this.#changed());
    host.append(this.#renderer.domElement);
    this.showAll();
  }

  /** Whether a program draws in place of a graphics card. */
  get isSoftware(): boolean {
    const gl = this.#renderer.getContext();
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const name: unknown = info === null ? "" : gl.getParameter(info.UNMASKED_RENDERER_WEBGL);
    return /swiftshader|llvmpipe|software|basic render/i.test(String(name));
  }

  /** Looks at the whole cloud from the south, from above. */
  showAll(): void {
    const [min, max] = [this.#bounds.min, this.#bounds.max];
    const reach = Math.max(max[0]! - min[0]!, max[1]! - min[1]!, 1);
    this.#controls.target.set(0, 0, 0);
    this.#camera.position.set(0, -0.7 * reach, 0.7 * reach);
    this.#controls.update();
    this.#changed();
  }

  /** Goes nearer (by less than 1) or farther. */
  zoom(by: number): void {
    this.#camera.position.lerp(this.#controls.target, by < 1 ? ZOOM : -ZOOM);
    this.#controls.update();
    this.#changed();
  }

  resize(size: Size, background: string): void {
    this.#size = size;
    this.#renderer.setPixelRatio(devicePixelRatio);
    this.#renderer.setSize(size.width, size.height, false);
    this.#scene.background = new Color(background);
    this.#camera.aspect = size.width / size.height;
    this.#camera.updateProjectionMatrix();
    this.#changed();
  }

  /** Shows these nodes and no others. */
  show(nodes: readonly ColoredNode[]): void {
    const wanted = new Set(nodes.map(({ node }) => node));
    for (const [node, drawn] of this.#drawn) {
      if (wanted.has(node)) continue;
      this.#scene.remove(drawn);
      drawn.geometry.dispose();
      this.#drawn.delete(node);
    }
    for (const each of nodes) this.#place(each);
    this.#draw();
  }

  #place({ node, points, colors }: ColoredNode): void {
    const bytes = new Uint8Array(colors.buffer);
    const known = this.#drawn.get(node);
    const now = known?.geometry.getAttribute("color") as BufferAttribute | undefined;
    if (now?.array === bytes || now?.array.buffer === colors.buffer) return;
    if (known !== undefined) {
      known.geometry.setAttribute("color", new BufferAttribute(bytes, 4, true));
      return;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points.places, 3));
    geometry.setAttribute("color", new BufferAttribute(bytes, 4, true));
    const drawn = new Points(geometry, this.#material);
    drawn.position.set(...node.min).sub(this.#origin);
    // Nodes out of sight were not chosen.
    drawn.frustumCulled = false;
    this.#scene.add(drawn);
    this.#drawn.set(node, drawn);
  }

  /** Draws the walls of a profile's corridor. */
  showCorridor(corridor: Corridor | undefined): void {
    if (this.#line !== undefined) {
      this.#scene.remove(this.#line);
      this.#line.geometry.dispose();
      this.#line = undefined;
    }
    if (corridor !== undefined) {
      const geometry = new BufferGeometry().setFromPoints(this.#walls(corridor));
      this.#line = new LineSegments(geometry, new LineBasicMaterial({ color: PROFILE_COLOR }));
      this.#line.frustumCulled = false;
      this.#scene.add(this.#line);
    }
    this.#draw();
  }

  #walls({ from, to, width }: Corridor): Vector3[] {
    const [dx, dy] = directionOf({ from, to, width });
    const [ox, oy] = [(-dy * width) / 2, (dx * width) / 2];
    const corners = [
      [from[0] + ox, from[1] + oy],
      [to[0] + ox, to[1] + oy],
      [to[0] - ox, to[1] - oy],
      [from[0] - ox, from[1] - oy],
    ] as const;
    const heights = [this.#bounds.min[2]!, this.#bounds.max[2]!];
    const at = (corner: number, height: number): Vector3 => {
      const [x, y] = corners[corner % corners.length]!;
      return new Vector3(x, y, heights[height]).sub(this.#origin);
    };
    return corners.flatMap((_, corner) => [
      at(corner, 0),
      at(corner + 1, 0),
      at(corner, 1),
      at(corner + 1, 1),
      at(corner, 0),
      at(corner, 1),
    ]);
  }

  /** The point that is drawn at a place of the picture, in pixels from its upper left corner. */
  pick(x: number, y: number): Corner | undefined {
    const { width, height } = this.#size;
    const toClip = new Matrix4();
    let best:
      | { readonly pixels: number; readonly depth: number; readonly place: Vector3 }
      | undefined;
    for (const drawn of this.#drawn.values()) {
      drawn.updateMatrixWorld();
      toClip
        .multiplyMatrices(this.#camera.projectionMatrix, this.#camera.matrixWorldInverse)
        .multiply(drawn.matrixWorld);
      const at = toClip.elements;
      const { array: places } = drawn.geometry.getAttribute("position");
      const { array: colors } = drawn.geometry.getAttribute("color");
      for (let point = 0; point < places.length / 3; point += 1) {
        if (colors[point * 4 + 3] === 0) continue;
        const [px, py, pz] = [places[point * 3]!, places[point * 3 + 1]!, places[point * 3 + 2]!];
        const depth = at[3] * px + at[7] * py + at[11] * pz + at[15];
        if (depth <= 0) continue;
        const dx = ((at[0] * px + at[4] * py + at[8] * pz + at[12]) / depth + 1) * (width / 2) - x;
        const dy = (1 - (at[1] * px + at[5] * py + at[9] * pz + at[13]) / depth) * (height / 2) - y;
        const pixels = Math.max(PICK_PX, Math.hypot(dx, dy));
        if (pixels > REACH_PX) continue;
        if (best && (pixels > best.pixels || (pixels === best.pixels && depth >= best.depth)))
          continue;
        best = { pixels, depth, place: new Vector3(px, py, pz).add(drawn.position) };
      }
    }
    if (best === undefined) return undefined;
    const { x: east, y: north, z } = best.place.add(this.#origin);
    return { x: east, y: north, z };
  }

  /** Draws what is measured, over all points; corners without a height on the cloud's floor. */
  showCorners(corners: readonly Corner[]): void {
    this.#removeCorners();
    const places = corners.map(({ x, y, z = this.#bounds.min[2] }) =>
      new Vector3(x, y, z).sub(this.#origin),
    );
    if (places.length > 0) {
      const outline = places.length > 2 ? [...places, places[0]!] : places;
      const line = new Line(new BufferGeometry().setFromPoints(outline), CORNER_LINE);
      const points = new Points(new BufferGeometry().setFromPoints(places), CORNER_POINTS);
      this.#corners = new Group().add(line, points);
      this.#corners.traverse((each) => {
        each.frustumCulled = false;
        each.renderOrder = 1;
      });
      this.#scene.add(this.#corners);
    }
    this.#draw();
  }

  #removeCorners(): void {
    if (this.#corners === undefined) return;
    this.#scene.remove(this.#corners);
    for (const child of this.#corners.children) (child as Line).geometry.dispose();
    this.#corners = undefined;
  }

  dispose(): void {
    this.#removeCorners();
    cancelAnimationFrame(this.#frame);
    this.#controls.dispose();
    for (const { geometry } of this.#drawn.values()) geometry.dispose();
    this.#material.dispose();
    this.#renderer.dispose();
    this.#renderer.domElement.remove();
  }

  #changed(): void {
    this.#camera.updateMatrixWorld();
    this.#events.onView(this.#view());
    this.#draw();
  }

  /** What is seen from here, as it is now. */
  #view(): NodeView {
    const camera = this.#camera;
    const matrix = new Matrix4().multiplyMatrices(
      camera.projectionMatrix,
      camera.matrixWorldInverse,
    );
    const frustum = new Frustum().setFromProjectionMatrix(matrix);
    const eye = camera.position.clone();
    const pixels = this.#size.height / (2 * Math.tan((FIELD_DEGREES * Math.PI) / 360));
    const box = new Box3();
    return {
      pixels: ({ min, max, spacing }) => {
        box.min.set(...min).sub(this.#origin);
        box.max.set(...max).sub(this.#origin);
        if (!frustum.intersectsBox(box)) return 0;
        return (spacing * pixels) / Math.max(NEAREST, box.distanceToPoint(eye));
      },
    };
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame((now) => {
      this.#renderer.render(this.#scene, this.#camera);
      const took = now - this.#lastFrame;
      this.#lastFrame = now;
      const isSlow = took > SLOW_MS && took < PAUSE_MS;
      this.#slowFrames = isSlow ? this.#slowFrames + 1 : 0;
      if (this.#slowFrames < SLOW_FRAMES) return;
      this.#slowFrames = 0;
      this.#events.onSlow();
    });
  }
}
