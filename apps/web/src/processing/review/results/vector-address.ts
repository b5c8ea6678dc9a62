import { PALETTES } from "../../../ui/theme/theme.ts";

/**
 * The address of an SVG that an attempt left, for an `<img>`: nothing in it runs or is loaded there, and a
 * `data:` address opened by itself has no origin. A last style gives it the tones of a look, by the names
 * that our pictures draw with (docs/stages.md): the portal's look need not be the system's.
 */
export function vectorAddress(svg: string, look: "light" | "dark"): string {
  const end = svg.lastIndexOf("</svg>");
  const styled = end === -1 ? svg : `${svg.slice(0, end)}${styleOf(look)}${svg.slice(end)}`;
  return `data:image/svg+xml,${encodeURIComponent(styled)}`;
}

function styleOf(look: "light" | "dark"): string {
  const { background, text, divider } = PALETTES[look];
  return `<style>:root{--paper:${background.paper};--ink:${text.primary};--grey:${text.secondary};--faint:${divider}}</style>`;
}
