import { may } from "@swath/contract/identity";
import type { ReactNode } from "react";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { NoAreaPage } from "../pages/no-area-page.tsx";

/** Guests see no parameters (document 3, section 6). */
export function RequireReader({ children }: { readonly children: ReactNode }) {
  const { roles } = useIdentity();
  return may(roles, "readCalibrations") ? children : <NoAreaPage />;
}
