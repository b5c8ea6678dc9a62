import { FLIGHT_ID, UPLOAD_ID } from "@swath/contract/ids";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useBrowserUploader } from "../../upload/engine/browser-uploader.ts";
import { UploadPage } from "../../upload/upload-page.tsx";
import { ValidationPage } from "../../upload/validation-page.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { NotFoundPage } from "../pages/other-pages.tsx";

// What shows an upload on the other pages is there before one runs, whatever release the server has by then.
void import("../../upload/tray/upload-tray.tsx").catch(() => undefined);

function WayToUpload(params: { readonly flightId: string; readonly uploadId: string }) {
  return (
    <ButtonLink to="/post/$flightId/uploads/$uploadId" params={params}>
      Go to the upload
    </ButtonLink>
  );
}

/** The validation of a folder for an upload of a flight, both by the address. */
export function ValidationRoute() {
  const from = "/signed-in/upload-area/post/$flightId/check";
  const { flightId } = useParams({ from });
  const { upload } = useSearch({ from });
  const navigate = useNavigate();
  if (!FLIGHT_ID.test(flightId)) return <NotFoundPage />;
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
      WayOn={WayToUpload}
    />
  );
}

/** The selected upload, by the address; another upload is another page. */
export function UploadRoute() {
  const { flightId, uploadId } = useParams({
    from: "/signed-in/upload-area/post/$flightId/uploads/$uploadId",
  });
  const createUploader = useBrowserUploader();
  const wellFormed = FLIGHT_ID.test(flightId) && UPLOAD_ID.test(uploadId);
  if (!wellFormed) return <NotFoundPage />;
  return (
    <UploadPage
      key={uploadId}
      flightId={flightId}
      uploadId={uploadId}
      createUploader={createUploader}
    />
  );
}
