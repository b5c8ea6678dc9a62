import { useNavigate, useSearch } from "@tanstack/react-router";
import { BY_NAME } from "@swath/contract/explorer";
import { may } from "@swath/contract/identity";
import { ExplorerPage } from "../../explorer/explorer-page.tsx";
import { MalformedAddress } from "../../explorer/state-notices.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { NoAreaPage } from "../pages/other-pages.tsx";
import { explorerFault, readExplorerSearch } from "../search/explorer-search.ts";

/** The data explorer; its place, page and order are in the address. */
export function ExplorerRoute() {
  const address = useSearch({ from: "/signed-in/explorer" });
  const { bucket, prefix = "", search = "", page = 1, sort = BY_NAME, file } = address;
  const navigate = useNavigate();
  const { roles } = useIdentity();
  // The list of buckets is for fewer than the links into them.
  if (!may(roles, bucket === undefined ? "exploreObjects" : "readObjects")) return <NoAreaPage />;
  const fault = explorerFault(address);
  if (fault !== undefined) return <MalformedAddress fault={fault} />;
  const go = (to: Readonly<Record<string, unknown>>): void =>
    void navigate({ to: "/explorer", search: readExplorerSearch(to) });
  return (
    <ExplorerPage
      place={bucket === undefined ? undefined : { bucket, prefix }}
      search={search}
      part={{ page, sort }}
      preview={file}
      onPreview={(key) => go({ ...address, file: key })}
      onPart={(part) => go({ bucket, prefix, search, ...part })}
      onGo={(place, text = "") => go({ ...place, search: text })}
    />
  );
}
