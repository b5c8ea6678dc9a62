import Box from "@mui/material/Box";
import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { Fetched } from "../../ui/feedback/loaded.tsx";

interface KeptPictureProps<Key extends QueryKey> {
  readonly alt: string;
  readonly query: UseQueryOptions<
    { readonly picture: string },
    Error,
    { readonly picture: string },
    Key
  >;
}

/** A profile as it was when it was kept. */
export function KeptPicture<Key extends QueryKey>({ alt, query }: KeptPictureProps<Key>) {
  return (
    <Fetched
      query={useQuery(query)}
      loading="Loading the picture..."
      failed="The picture could not be loaded"
    >
      {({ picture }) => (
        <Box
          component="img"
          alt={alt}
          src={`data:image/jpeg;base64,${picture}`}
          sx={{ display: "block", maxWidth: 1, mt: 0.5, border: 1, borderColor: "divider" }}
        />
      )}
    </Fetched>
  );
}
