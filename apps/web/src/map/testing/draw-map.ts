import type { BaseMap } from "@swath/contract/settings";
import { expect } from "vitest";
import type { SurveyMapProps } from "../survey-map.tsx";
import { mountMap } from "./mount-map.tsx";

/** Draws a map of 600 by 400 pixels in the application's look. */
export function drawMap(props: Partial<SurveyMapProps>, baseMaps: readonly BaseMap[] = []) {
  const host = document.createElement("main");
  host.id = "content";
  const place = document.createElement("div");
  Object.assign(place.style, { width: "600px", height: "400px" });
  host.append(place);
  document.body.append(host);
  const { handle, redraw, unmount } = mountMap(place, props, baseMaps);
  const leave = (): void => {
    unmount();
    host.remove();
  };
  return { handle, redraw, leave };
}

const picture = (): HTMLCanvasElement | null =>
  document.querySelector<HTMLCanvasElement>(".swath-picture canvas");

/** Waits for the first picture. */
export async function isDrawn(): Promise<void> {
  await expect.poll(() => picture()?.style.transform, { timeout: 20_000 }).toBeTruthy();
}

/** The colour of the picture's pixel in the map's place, as `[red, green, blue, alpha]`. */
export function pictureColour(x: number, y: number): number[] {
  const map = document.querySelector("[role=application]")?.getBoundingClientRect();
  const canvas = picture();
  if (map === undefined || canvas === null || canvas.style.transform === "") return [];
  const box = canvas.getBoundingClientRect();
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
  copy.drawImage(canvas, 0, 0);
  const scale = canvas.width / box.width;
  const at = [(map.left + x - box.left) * scale, (map.top + y - box.top) * scale] as const;
  return [...copy.getImageData(Math.floor(at[0]), Math.floor(at[1]), 1, 1).data];
}
