import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { may } from "@swath/contract/identity";
import { FollowButton, followsQuery } from "../data/follow-button.tsx";
import { useApi } from "../platform/api/api.ts";
import { usePageTitle } from "../platform/config/config.ts";
import { useIdentity } from "../platform/session/session.ts";
import { TextLink } from "../ui/links.tsx";
import { LoadFailure } from "../ui/feedback/notice.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { type BrowserPush, browserPush } from "./browser-push.ts";
import { WaysOfNews } from "./ways-of-news.tsx";
import { PAGE } from "../ui/page/page-layout.ts";
import { COARSE, TOUCH_PX } from "../ui/theme/theme.ts";

interface FollowingPageProps {
  /** Given by tests alone. */
  readonly push?: BrowserPush;
}

/** The flights that the user follows, and by which ways their news comes. */
export function FollowingPage({ push = browserPush }: FollowingPageProps) {
  usePageTitle("Following");
  return (
    <Box sx={{ ...PAGE, gap: 2, maxWidth: 720 }}>
      <Typography variant="h1">Following</Typography>
      <WaysOfNews push={push} />
      <Typography variant="h2" sx={{ fontSize: "1.05rem", fontWeight: 650 }}>
        Flights you follow
      </Typography>
      <Followed />
    </Box>
  );
}

/** The flight's page, or where one sees processings alone its rows. */
function FlightLink({ flightId }: { readonly flightId: string }) {
  const { roles } = useIdentity();
  return may(roles, "readFlights") ? (
    <TextLink to="/post/$flightId" params={{ flightId }}>
      {flightId}
    </TextLink>
  ) : (
    <TextLink to="/ip" search={{ FlightID: `$any ${flightId}` }}>
      {flightId}
    </TextLink>
  );
}

function Followed() {
  const { data: flights, error, refetch } = useQuery(followsQuery(useApi()));
  if (flights === undefined)
    return error === null ? (
      <Waiting text="Loading the flights you follow..." />
    ) : (
      <LoadFailure
        title="The flights you follow could not be loaded"
        failure={error}
        onRetry={() => void refetch()}
      />
    );
  if (flights.length === 0)
    return (
      <Typography sx={{ color: "text.secondary" }}>
        You follow no flights yet. Press the bell beside a flight to follow it.
      </Typography>
    );
  return (
    <List dense disablePadding>
      {flights.map((flightId) => (
        <ListItem
          key={flightId}
          divider
          disableGutters
          sx={{
            [COARSE]: {
              minHeight: TOUCH_PX,
              "& > a": { display: "inline-block", lineHeight: `${TOUCH_PX}px` },
            },
          }}
          secondaryAction={<FollowButton flightId={flightId} />}
        >
          <FlightLink flightId={flightId} />
        </ListItem>
      ))}
    </List>
  );
}
