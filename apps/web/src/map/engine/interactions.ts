import type Interaction from "ol/interaction/Interaction";
import DoubleClickZoom from "ol/interaction/DoubleClickZoom";
import DragPan from "ol/interaction/DragPan";
import KeyboardPan from "ol/interaction/KeyboardPan";
import KeyboardZoom from "ol/interaction/KeyboardZoom";
import MouseWheelZoom from "ol/interaction/MouseWheelZoom";
import PinchZoom from "ol/interaction/PinchZoom";
import Kinetic from "ol/Kinetic";

/** Whether the system asks for no movement. */
const prefersStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Milliseconds of a zoom or a pan that the map does by itself. */
export const motionMs = (usual: number): number => (prefersStillness() ? 0 : usual);

/** Pointer, wheel and keyboard; nothing turns the map. */
export function mapInteractions(): Interaction[] {
  const still = prefersStillness();
  const duration = motionMs(200);
  return [
    new DragPan(still ? {} : { kinetic: new Kinetic(-0.005, 0.05, 100) }),
    new DoubleClickZoom({ duration }),
    new PinchZoom({ duration }),
    new MouseWheelZoom({ duration }),
    new KeyboardPan({ duration: motionMs(100) }),
    new KeyboardZoom({ duration }),
  ];
}
