import { useNavigate, useSearch } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { useCallback } from "react";
import { type LayersChange, readLayersAddress } from "../../clouds/layers/layer-address.ts";
import { LayersPage } from "../../clouds/layers/layers-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { NoAreaPage } from "../pages/other-pages.tsx";

/** Layers of a flight on the map; which, and how they are shown, is in the address. */
export function LayersRoute() {
  const address = useSearch({ from: "/signed-in/layers" });
  const navigate = useNavigate();
  const onAddress = useCallback(
    (change: LayersChange): void =>
      void navigate({
        to: "/layers",
        search: (now) => readLayersAddress({ ...now, ...change }),
        replace: true,
      }),
    [navigate],
  );
  const { roles } = useIdentity();
  // Who may not download rasters is not shown them either.
  if (!may(roles, "downloadObject")) return <NoAreaPage />;
  return <LayersPage address={address} onAddress={onAddress} />;
}
