import type { Uploader } from "@swath/upload-engine";

/** A place that holds an uploader while something on the page listens to it. */
export interface UploaderSlot {
  readonly get: () => Uploader | undefined;
  /** Makes the uploader; what it returns disposes of it. For one listener at a time. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function uploaderSlot(create: () => Uploader): UploaderSlot {
  let uploader: Uploader | undefined;
  return {
    get: () => uploader,
    subscribe: (listener) => {
      const made = create();
      uploader = made;
      listener();
      return () => {
        uploader = undefined;
        made.dispose();
      };
    },
  };
}
