import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { flightIdSchema } from "@swath/contract/ids";
import { CheckPage } from "../../features/upload/check/check-page.tsx";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { NotFoundPage } from "../pages/not-found-page.tsx";

/** A folder's check against an upload of a flight, both by the address. */
export function CheckRoute() {
  const from = "/signed-in/upload-area/post/$flightId/check";
  const { flightId } = useParams({ from });
  if (!flightIdSchema.safeParse(flightId).success) return <NotFoundPage />;
  return <Check key={flightId} flightId={flightId} />;
}

function Check({ flightId }: { flightId: string }) {
  const { upload } = useSearch({ from: "/signed-in/upload-area/post/$flightId/check" });
  const navigate = useNavigate();
  usePageTitle(`Check ${flightId}`);
  return (
    <CheckPage
      flightId={flightId}
      uploadId={upload}
      onUpload={(next) =>
        void navigate({
          to: "/post/$flightId/check",
          params: { flightId },
          search: { upload: next },
          replace: true,
        })
      }
    />
  );
}
