import { lazyRouteComponent } from "@tanstack/react-router";
import { loadPart } from "../../ui/load-part.ts";

/** A page whose program is loaded when it is first opened; the page before stays until it is there. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadPart(load), name);
