import { useNavigate, useSearch } from "@tanstack/react-router";
import { readPlanningAddress } from "../../planning/planning-address.ts";
import { PlanningPage } from "../../planning/planning-page.tsx";

/** The flight-planning map; its view, filter, base map and instruction are in the address. */
export function PlanningRoute() {
  const address = useSearch({ from: "/signed-in/upload-area/post/extract" });
  const navigate = useNavigate();
  return (
    <PlanningPage
      address={address}
      onAddress={(change) =>
        void navigate({
          to: "/post/extract",
          search: (now) => readPlanningAddress({ ...now, ...change }),
          replace: true,
        })
      }
    />
  );
}
