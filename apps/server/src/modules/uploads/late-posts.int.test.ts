import { latePosts } from "./testing/late-posts.ts";

latePosts(() => ({}));
