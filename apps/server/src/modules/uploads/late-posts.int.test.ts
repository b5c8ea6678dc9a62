import { latePosts } from "./testing/late-posts.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

latePosts(() => createUploadRig());
