import NotificationsActive from "@mui/icons-material/NotificationsActive";
import NotificationsNone from "@mui/icons-material/NotificationsNone";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useQuery } from "@tanstack/react-query";
import { may } from "@swath/contract/identity";
import { useApi } from "../../platform/api/api-context.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { followsQuery, useFollow } from "./follow-queries.ts";

/** Follows a flight, pressed while it is followed; nothing for those who may not. */
export function FollowButton({ flightId }: { readonly flightId: string }) {
  if (!may(useIdentity().roles, "followFlights")) return null;
  return <Toggle flightId={flightId} />;
}

function Toggle({ flightId }: { readonly flightId: string }) {
  const { data: followed } = useQuery(followsQuery(useApi()));
  const { mutate, isPending, variables } = useFollow(flightId);
  const isFollowed = isPending ? variables : (followed?.includes(flightId) ?? false);
  const Icon = isFollowed ? NotificationsActive : NotificationsNone;
  return (
    <Tooltip
      describeChild
      title={isFollowed ? "You follow this flight" : "Follow this flight: what happens is news"}
    >
      <IconButton
        size="small"
        aria-label={`Follow ${flightId}`}
        aria-pressed={isFollowed}
        color={isFollowed ? "primary" : "default"}
        onClick={() => mutate(!isFollowed)}
      >
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
