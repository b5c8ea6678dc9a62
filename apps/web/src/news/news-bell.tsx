import Notifications from "@mui/icons-material/Notifications";
import Badge from "@mui/material/Badge";
import IconButton from "@mui/material/IconButton";
import { useEffect, useEffectEvent, useState } from "react";
import { endpoints } from "@swath/contract/endpoints";
import { may } from "@swath/contract/identity";
import { Tooltip } from "../ui/text/tooltip.tsx";
import { type Api, useApi } from "../platform/api/api.ts";
import { useIdentity } from "../platform/session/session.ts";
import { savedChoice, newsQuery } from "./news-queries.ts";
import { usePolledQuery } from "../platform/query/polling.ts";
import { lazyPart } from "../ui/load-part.ts";

async function subscribeAnew(api: Api): Promise<void> {
  const { push } = await api.call(endpoints.readNewsSettings);
  const { browserPush } = await import("./browser-push.ts");
  if (push === null || browserPush.state() !== "possible") return;
  if (Notification.permission !== "granted") return;
  const body = await browserPush.subscribe(push.publicKey);
  if (body !== undefined) await api.call(endpoints.subscribePush, { body });
}

/**
 * A subscription ends with its session, and its worker is replaced by that of a new release: who chose
 * push in this browser is subscribed anew, once in each page.
 */
function usePushRenewal(): void {
  const api = useApi();
  const { subject } = useIdentity();
  const begin = useEffectEvent((person: string) => {
    // The page's news does not depend on it; the next page tries again.
    if (savedChoice.isOf(person)) subscribeAnew(api).catch(() => undefined);
  });
  useEffect(() => begin(subject), [subject]);
}

const NewsPanel = lazyPart(() => import("./news-panel.tsx"), "NewsPanel");

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
          {...NewsPanel.ahead}
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
      {wanted ? <NewsPanel anchor={anchor} query={query} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
