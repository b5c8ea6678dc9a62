import NotificationsActive from "@mui/icons-material/NotificationsActive";
import NotificationsNone from "@mui/icons-material/NotificationsNone";
import IconButton from "@mui/material/IconButton";
import { endpoints } from "@swath/contract/endpoints";
import { may } from "@swath/contract/identity";
import { MAX_FOLLOWS } from "@swath/contract/news";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Tooltip } from "../ui/text/tooltip.tsx";
import { ApiError } from "../platform/api/api-error.ts";
import { type Api, useApi } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { useIdentity } from "../platform/session/session.ts";
import { useSnackbar } from "../ui/feedback/snackbar.tsx";

const FRESH_MS = 60_000;

/** The flights that the user follows. */
export function followsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.follows,
    queryFn: ({ signal }) => api.call(endpoints.listFollows, { signal }),
    staleTime: FRESH_MS,
  });
}

const fault = (error: Error): string =>
  error instanceof ApiError && error.code === "TOO_MANY_FOLLOWS"
    ? `You already follow ${MAX_FOLLOWS} flights. Stop following one first.`
    : error.message;

/** Follows a flight, or follows it no longer. */
function useFollow(flightId: string) {
  const api = useApi();
  const queries = useQueryClient();
  const show = useSnackbar();
  return useMutation({
    mutationFn: (follow: boolean) =>
      api.call(follow ? endpoints.followFlight : endpoints.unfollowFlight, {
        params: { flightId },
      }),
    onSuccess: (_, follow) =>
      queries.setQueryData(followsQuery(api).queryKey, (followed = []) => [
        ...followed.filter((id) => id !== flightId),
        ...(follow ? [flightId] : []),
      ]),
    onError: (error) => show({ severity: "error", text: fault(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.follows }),
  });
}

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
      title={isFollowed ? "You follow this flight" : "Follow this flight and get news of it"}
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
