import Notifications from "@mui/icons-material/Notifications";
import Badge from "@mui/material/Badge";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { may } from "@swath/contract/identity";
import { lazy, Suspense, useState } from "react";
import { useApi } from "../platform/api/api-context.tsx";
import { usePolledQuery } from "../platform/query/use-polled-query.ts";
import { useIdentity } from "../platform/session/session-context.tsx";
import { newsQuery } from "./news-queries.ts";
import { usePushRenewal } from "./push/use-push-renewal.ts";
import { loadPart } from "../ui/load-part.ts";

const NewsPanel = lazy(() =>
  loadPart(() => import("./news-panel.tsx")).then((module) => ({ default: module.NewsPanel })),
);

const MOST_SHOWN = 99;

/** How much news is unread, and the way to it; nothing for those who follow no flights. */
export function NewsBell() {
  if (!may(useIdentity().roles, "followFlights")) return null;
  return <Bell />;
}

function Bell() {
  usePushRenewal();
  const query = usePolledQuery(newsQuery(useApi()));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wanted, setWanted] = useState(false);
  const unread = query.data?.unread ?? 0;
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <>
      <Tooltip title="News" describeChild>
        <IconButton
          color="inherit"
          aria-label={unread === 0 ? "News" : `News, ${count} unread`}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
            setWanted(true);
          }}
        >
          {/* As its name says: an invisible 0 would be another. */}
          <Badge badgeContent={unread === 0 ? null : count} color="error">
            <Notifications />
          </Badge>
        </IconButton>
      </Tooltip>
      {wanted ? (
        <Suspense fallback={null}>
          <NewsPanel anchor={anchor} query={query} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
