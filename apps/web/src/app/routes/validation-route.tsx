import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { flightIdSchema } from "@swath/contract/ids";
import { ValidationPage } from "../../upload/validation-page.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";

/** The validation of a folder for an upload of a flight, both by the address. */
export function ValidationRoute() {
  const from = "/signed-in/upload-area/post/$flightId/check";
  const { flightId } = useParams({ from });
  const { upload } = useSearch({ from });
  const navigate = useNavigate();
  if (!flightIdSchema.safeParse(flightId).success) return <NotFoundPage />;
  return (
    <ValidationPage
      key={flightId}
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
