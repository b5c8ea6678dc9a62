export const ZSTD_LEVEL = 3;

export const MAX_COMPRESSION_WORKERS = 4;
export const MAX_CONCURRENT_READS = 2;
export const MAX_READY_BLOBS = 4;
export const BLOB_QUEUE_LIMIT = 8;
/** Posts of blobs smaller than this may overlap up to {@link MAX_SMALL_POSTS}. */
export const SMALL_BLOB_BYTES = 8_388_608;
export const MAX_SMALL_POSTS = 6;
/** Larger blobs overlap this much, so that a link that breaks loses little of what was under way … */
export const LARGE_POSTS_ON_SLOW_LINK = 2;
/** … until all posts together move so many bytes a second; then as the settings say. */
export const FAST_LINK_BYTES_PER_SECOND = 50_000_000;
export const UPLOAD_RETRIES = 2;
export const COMPRESSION_RETRIES = 3;
export const READ_ATTEMPTS = 3;
/** The integrity check sends missing parts again while its counter is at most this. */
export const INTEGRITY_RETRY_LIMIT = 2;

export const QUEUE_POLL_MS = 10_000;
export const VALIDATION_POLL_MS = 5_000;
