import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { FLIGHT_ID } from "@swath/contract/ids";
import { HistoryPage } from "../../history/history-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { readHistorySearch } from "../search/address-search.ts";
import { NoAreaPage, NotFoundPage } from "../pages/other-pages.tsx";

const FROM = "/signed-in/upload-area/post/$flightId/history";

/** A flight's history, its page and kind by the address. */
export function HistoryRoute() {
  const { flightId } = useParams({ from: FROM });
  const { page = 1, kind } = useSearch({ from: FROM });
  const navigate = useNavigate();
  const { roles } = useIdentity();
  if (!FLIGHT_ID.test(flightId)) return <NotFoundPage />;
  if (!may(roles, "readHistory")) return <NoAreaPage />;
  return (
    <HistoryPage
      flightId={flightId}
      page={page}
      kind={kind}
      onShow={(shown) =>
        void navigate({
          to: "/post/$flightId/history",
          params: { flightId },
          search: readHistorySearch(shown),
        })
      }
    />
  );
}
