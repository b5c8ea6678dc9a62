import { useNavigate, useSearch } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { useCallback } from "react";
import { type AddressChange, readCloudAddress } from "../../clouds/cloud-address.ts";
import { CloudPage } from "../../clouds/cloud-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { NoAreaPage } from "../pages/other-pages.tsx";

/** A point cloud; which one, and what of it is looked at, is in the address. */
export function CloudRoute() {
  const address = useSearch({ from: "/signed-in/clouds" });
  const navigate = useNavigate();
  const onAddress = useCallback(
    (change: AddressChange): void =>
      void navigate({
        to: "/clouds",
        search: (now) => readCloudAddress({ ...now, ...change }),
        // Going back leads to what was compared before, and not to every place that was looked at.
        replace: !("compare" in change),
      }),
    [navigate],
  );
  const { roles } = useIdentity();
  // Who may not download points is not shown them either.
  if (!may(roles, "downloadObject")) return <NoAreaPage />;
  return <CloudPage address={address} onAddress={onAddress} />;
}
