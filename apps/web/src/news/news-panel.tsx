import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import Circle from "@mui/icons-material/Circle";
import Box from "@mui/material/Box";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { type News, type NewsList, isBadNews, newsText } from "@swath/contract/news";
import { FollowButton } from "../data/follow-button.tsx";
import { utcMinute } from "../ui/text/format.ts";
import { ListLink, TextLink } from "../ui/links.tsx";
import { VisuallyHidden } from "../ui/text/visually-hidden.ts";
import { Loaded, type LoadedQuery } from "../ui/feedback/loaded.tsx";
import { useMarkRead } from "./news-queries.ts";
import { COARSE } from "../ui/theme/theme.ts";

const addressOf = ({ area, flightId, review }: News) =>
  area === "flights"
    ? ({ to: "/post/$flightId", params: { flightId } } as const)
    : ({
        to: `/${area}`,
        search: { FlightID: `$any ${flightId}`, ...(review === null ? {} : { review }) },
      } as const);

interface NewsItemProps {
  readonly news: News;
  readonly onOpen: () => void;
}

/** What happened to a flight, with the way to it, and to following it no longer. */
export function NewsItem({ news, onOpen }: NewsItemProps) {
  const { flightId, at, isRead, isDemonstration } = news;
  return (
    <ListItem
      disablePadding
      secondaryAction={<FollowButton flightId={flightId} />}
      sx={{ borderBottom: 1, borderColor: "divider" }}
    >
      <ListLink {...addressOf(news)} onClick={onOpen}>
        <Box sx={{ width: 24, flexShrink: 0, lineHeight: 0 }}>
          {isRead ? null : (
            <>
              <Circle color="primary" sx={{ fontSize: 10 }} aria-hidden="true" />
              <VisuallyHidden>Unread: </VisuallyHidden>
            </>
          )}
        </Box>
        <ListItemText
          primary={
            <Box component="span" sx={{ display: "flex", alignItems: "center", gap: 0.75 }}>
              {flightId} {newsText(news)}
              {isBadNews(news.kind) ? (
                <ErrorOutlined color="error" fontSize="small" aria-hidden="true" />
              ) : null}
            </Box>
          }
          secondary={`${utcMinute(at)}${isDemonstration ? " · came with the demonstration" : ""}`}
          slotProps={{ primary: { sx: { fontWeight: isRead ? 400 : 650 } } }}
        />
      </ListLink>
    </ListItem>
  );
}

interface NewsPanelProps {
  /** The button that it hangs from; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly query: LoadedQuery<NewsList>;
  readonly onClose: () => void;
}

export function NewsPanel({ anchor, query, onClose }: NewsPanelProps) {
  return (
    <Popover
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      // Within the page's landmark.
      disablePortal
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-label": "News",
          sx: { width: 440, maxHeight: 560, display: "flex", flexDirection: "column" },
        },
      }}
    >
      <Loaded query={query} loading="Loading news..." failed="News could not be loaded">
        {(list) => <Listed {...list} onClose={onClose} />}
      </Loaded>
    </Popover>
  );
}

function Listed({ news, unread, onClose }: NewsList & { readonly onClose: () => void }) {
  const mark = useMarkRead();
  const latest = news[0];
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "center", px: 2, py: 1, gap: 1 }}>
        <Typography variant="h2" sx={{ flex: 1, fontSize: "1rem", fontWeight: 650 }}>
          News
        </Typography>
        {latest === undefined ? null : (
          <Button
            size="small"
            // Disabled it would lose the focus, and the keys with it.
            aria-disabled={unread === 0}
            sx={unread === 0 ? { color: "text.secondary" } : {}}
            onClick={() => unread > 0 && mark({ id: latest.id, andOlder: true })}
          >
            Mark all as read
          </Button>
        )}
      </Box>
      {news.length === 0 ? (
        <Typography color="text.secondary" sx={{ px: 2, pb: 2 }}>
          No news yet. Press the bell beside a flight to follow its uploads, jobs and archive here.
        </Typography>
      ) : (
        <List dense disablePadding sx={{ overflow: "auto" }}>
          {news.map((each) => (
            <NewsItem
              key={each.id}
              news={each}
              onOpen={() => {
                if (!each.isRead) mark({ id: each.id, andOlder: false });
                onClose();
              }}
            />
          ))}
        </List>
      )}
      <Box sx={{ px: 2, py: 1, [COARSE]: { "& > a": { display: "block", py: 1.5 } } }}>
        <TextLink to="/following" onClick={onClose}>
          Flights you follow, mail and notifications
        </TextLink>
      </Box>
    </>
  );
}
