import { may } from "@swath/contract/identity";
import { processingFilters } from "@swath/contract/processing";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useIdentity } from "../../platform/session/session.ts";
import { DownloadPage } from "../../processing/download-page.tsx";
import { FailuresPage } from "../../processing/failures-page.tsx";
import { ProcessingPage } from "../../processing/processing-page.tsx";
import {
  linesOf,
  searchOfLines,
  reviewOf,
  searchOfReview,
} from "../../processing/records/dialog-addresses.ts";
import { ShowingLines } from "../../processing/lines/showing-lines.tsx";
import { Reviewing } from "../../processing/review/reviewing.tsx";
import { TerrainMapperPage } from "../../processing/terrain-mapper-page.tsx";
import { NoAreaPage } from "../pages/other-pages.tsx";
import {
  type FailureSearch,
  readFailureSearch,
  readProcessingSearch,
  readTerrainMapperSearch,
} from "../search/processing-search.ts";

/** Download authorisation; another link is another page. */
export function DownloadRoute() {
  const { parameters, _splat: file = "" } = useParams({
    from: "/signed-in/processing-area/ip/download_auth/$parameters/$",
  });
  const { roles } = useIdentity();
  if (!may(roles, "downloadObject")) return <NoAreaPage />;
  return <DownloadPage key={`${parameters} ${file}`} parameters={parameters} file={file} />;
}

/** The first dashboard, its page and its filters by the address. */
export function ProcessingRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip" });
  const navigate = useNavigate();
  const filters = useMemo(() => processingFilters.read(search), [search]);
  return (
    <Reviewing
      list={{ is: "ip", filters }}
      address={reviewOf(search)}
      onAddress={(review, replace) =>
        void navigate({ to: "/ip", search: { ...search, ...searchOfReview(review) }, replace })
      }
    >
      <ShowingLines
        address={linesOf(search)}
        onAddress={(lines, replace) =>
          void navigate({ to: "/ip", search: { ...search, ...searchOfLines(lines) }, replace })
        }
      >
        <ProcessingPage
          page={search.page ?? 1}
          onPage={(page) =>
            void navigate({ to: "/ip", search: readProcessingSearch({ ...filters, page }) })
          }
          filters={filters}
          onFilters={(chosen, replace) => void navigate({ to: "/ip", search: chosen, replace })}
        />
      </ShowingLines>
    </Reviewing>
  );
}

/** The failure inbox, by the address too; guests answer nothing. */
export function FailureRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/failures" });
  const navigate = useNavigate();
  const { roles } = useIdentity();
  const { page = 1, kind, group, jobs = 1 } = search;
  const filters = useMemo(() => processingFilters.read(search), [search]);
  if (!may(roles, "changeProcessings")) return <NoAreaPage />;
  const go = (to: FailureSearch, replace = false): void =>
    void navigate({ to: "/ip/failures", search: readFailureSearch({ ...to }), replace });
  return (
    <Reviewing
      list={group === undefined ? { is: "ip", filters } : { is: "failures", group, kind, filters }}
      address={reviewOf(search)}
      onAddress={(review, replace) => go({ ...search, ...searchOfReview(review) }, replace)}
    >
      <FailuresPage
        page={page}
        onPage={(next) => go({ ...filters, kind, page: next })}
        filters={filters}
        onFilters={(chosen, replace) => go({ ...chosen, kind }, replace)}
        kind={kind}
        onKind={(next) => go({ ...filters, kind: next })}
        group={group}
        onGroup={(key) => go({ ...filters, kind, page, group: key })}
        jobsPage={jobs}
        onJobsPage={(next) => go({ ...filters, kind, page, group, jobs: next })}
      />
    </Reviewing>
  );
}

/** The Terrain Mapper's dashboard, by the address too. */
export function TerrainMapperRoute() {
  const search = useSearch({ from: "/signed-in/terrain-mapper-area/iptm" });
  const navigate = useNavigate();
  const { limit = 10, page = 1 } = search;
  const filters = useMemo(() => processingFilters.read(search), [search]);
  const go = (to: { page?: number; limit?: number }): void =>
    void navigate({
      to: "/iptm",
      search: readTerrainMapperSearch({ ...filters, page, limit, ...to }),
    });
  return (
    <Reviewing
      list={{ is: "iptm", filters }}
      address={reviewOf(search)}
      onAddress={(review, replace) =>
        void navigate({ to: "/iptm", search: { ...search, ...searchOfReview(review) }, replace })
      }
    >
      <TerrainMapperPage
        page={page}
        onPage={(next) => go({ page: next })}
        pageSize={limit}
        onPageSize={(size) => go({ limit: size, page: 1 })}
        filters={filters}
        onView={(chosen, size) =>
          void navigate({
            to: "/iptm",
            search: readTerrainMapperSearch({ ...chosen, limit: size }),
          })
        }
        onFilters={(chosen, replace) =>
          void navigate({
            to: "/iptm",
            search: readTerrainMapperSearch({ ...chosen, limit }),
            replace,
          })
        }
      />
    </Reviewing>
  );
}
