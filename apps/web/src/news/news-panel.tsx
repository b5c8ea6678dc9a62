import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import type { NewsList } from "@swath/contract/news";
import { TextLink } from "../ui/links.tsx";
import { Loaded, type LoadedQuery } from "../ui/feedback/loaded.tsx";
import { NewsItem } from "./news-item.tsx";
import { useMarkRead } from "./news-queries.ts";

interface NewsPanelProps {
  /** The button that it hangs from; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly query: LoadedQuery<NewsList>;
  readonly onClose: () => void;
}

/** The latest news of the flights that the user follows. */
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
          No news yet. Follow a flight by the bell beside it: what becomes of its uploads, jobs and
          archive stands here.
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
      <Box sx={{ px: 2, py: 1 }}>
        <TextLink to="/following" onClick={onClose}>
          Flights you follow, mail and notifications
        </TextLink>
      </Box>
    </>
  );
}
