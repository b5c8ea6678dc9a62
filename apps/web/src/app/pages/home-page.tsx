import { Navigate } from "@tanstack/react-router";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { areasOf } from "../areas.ts";
import { NoAreaPage } from "./no-area-page.tsx";

/** The root: leads to the first area of the signed-in user. */
export function HomePage() {
  const first = areasOf(useIdentity().roles).find(({ onlyWhileOpen }) => onlyWhileOpen !== true);
  return first === undefined ? <NoAreaPage /> : <Navigate to={first.to} replace />;
}
