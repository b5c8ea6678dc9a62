import { useNavigate, useSearch } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { ExplorerPage } from "../../features/explorer/explorer-page.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { NoAreaPage } from "../pages/no-area-page.tsx";
import { explorerPlaceOf } from "../search/explorer-search.ts";

/** The data explorer; its place is in the address. */
export function ExplorerRoute() {
  const { bucket, prefix = "", search = "" } = useSearch({ from: "/signed-in/explorer" });
  const navigate = useNavigate();
  if (!may(useIdentity().roles, "exploreObjects")) return <NoAreaPage />;
  return (
    <ExplorerPage
      place={bucket === undefined ? undefined : { bucket, prefix }}
      search={search}
      onGo={(place, text = "") =>
        void navigate({
          to: "/explorer",
          search: explorerPlaceOf({ ...place, search: text }),
        })
      }
    />
  );
}
