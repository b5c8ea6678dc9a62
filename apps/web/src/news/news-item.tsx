import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import Circle from "@mui/icons-material/Circle";
import Box from "@mui/material/Box";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import { isBadNews, type News, newsText } from "@swath/contract/news";
import { FollowButton } from "../data/follows/follow-button.tsx";
import { utcMinute } from "../ui/format/time.ts";
import { ListLink } from "../ui/links.tsx";
import { VisuallyHidden } from "../ui/text/visually-hidden.ts";

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
  const { flightId, at, isRead } = news;
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
          secondary={utcMinute(at)}
          slotProps={{ primary: { sx: { fontWeight: isRead ? 400 : 650 } } }}
        />
      </ListLink>
    </ListItem>
  );
}
