import Map from "ol/Map";
import View from "ol/View";
import { expect, test } from "vitest";
import { placeOf } from "./use-pointer.ts";

const pressed = {
  pixel: [50, 50],
  originalEvent: new PointerEvent("pointermove", { ctrlKey: true }),
};

test("a place of a map that is hidden again is none", () => {
  const target = document.createElement("div");
  Object.assign(target.style, { width: "100px", height: "100px" });
  document.body.append(target);
  const map = new Map({
    target,
    view: new View({ center: [700, 900], resolution: 2 }),
    controls: [],
  });
  map.renderSync();
  const place = { x: 700, y: 900, tolerance: 12, feature: undefined, adding: true };
  expect(placeOf({ map, ...pressed }, [])).toEqual(place);
  target.style.display = "none";
  map.updateSize();
  map.renderSync();
  expect(placeOf({ map, ...pressed }, [])).toBeUndefined();
  map.dispose();
  target.remove();
});
